import type { ReactNode } from 'react'
import type { PublicConfig } from '../../shared/public/public-page.ts'
import { useTexts } from '../lib/texts.tsx'
import { NOTES } from './InfoLink.tsx'
import { ConfigContext, useConfig } from './public-config.ts'
import { PublicLayout } from './PublicLayout.tsx'
import styles from './ReadingFrame.module.css'

/** If the operator has no page of its own, a footer link leads to the bureau's text at the end of this page. */
const withNotes = (config: PublicConfig): PublicConfig => ({
  ...config,
  ...Object.fromEntries(NOTES.map(({ field, id }) => [field, config[field] || `#${id}`])),
})

function BureauNotes({ config }: { config: PublicConfig }) {
  const { t } = useTexts()
  return NOTES.filter(({ field }) => !config[field]).map(({ label, words, id }) => (
    <section key={id} id={id} className={styles.note} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(label)}</h2>
      <p>{t(words, { bureau: config.bureau_name })}</p>
    </section>
  ))
}

/** The frame of a page that React does not hydrate in the browser: nothing in it may need a script. */
export function ReadingFrame({ children }: { children: ReactNode }) {
  const config = useConfig()
  return (
    <ConfigContext value={withNotes(config)}>
      <PublicLayout>
        {children}
        <BureauNotes config={config} />
      </PublicLayout>
    </ConfigContext>
  )
}
