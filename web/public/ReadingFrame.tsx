import type { ReactNode } from 'react'
import type { PublicConfig } from '../../shared/public/public-page.ts'
import { INFO_WORDS } from './InfoLink.tsx'
import { ConfigContext, useConfig } from './public-config.ts'
import { PublicLayout } from './PublicLayout.tsx'
import styles from './ReadingFrame.module.css'

const LINKS = [
  { label: 'Helpdesk', field: 'helpdesk_url', id: 'helpdesk' },
  { label: 'Privacy policy', field: 'privacy_url', id: 'privacy-policy' },
  { label: 'Terms of use', field: 'terms_url', id: 'terms-of-use' },
] as const

/** If the operator has no page of its own, a footer link leads to the bureau's text at the end of this page. */
const withNotes = (config: PublicConfig): PublicConfig => ({
  ...config,
  ...Object.fromEntries(LINKS.map(({ field, id }) => [field, config[field] || `#${id}`])),
})

const Notes = ({ config }: { config: PublicConfig }) =>
  LINKS.filter(({ field }) => !config[field]).map(({ label, id }) => (
    <section key={id} id={id} className={styles.note} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{label}</h2>
      <p>{INFO_WORDS[label]?.(config.bureau_name)}</p>
    </section>
  ))

/** The frame of a page that React does not hydrate in the browser: nothing in it may need a script. */
export function ReadingFrame({ children }: { children: ReactNode }) {
  const config = useConfig()
  return (
    <ConfigContext value={withNotes(config)}>
      <PublicLayout>
        {children}
        <Notes config={config} />
      </PublicLayout>
    </ConfigContext>
  )
}
