import type { ReactNode } from 'react'
import { useTexts } from '../lib/texts.tsx'
import { CommandText } from '../public/CommandText.tsx'
import styles from './LogPages.module.css'

type SectionProps = { id: string; title: string; children: ReactNode }

export function Section({ id, title, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** A step of a list: what it does, and the command for it. */
export const Step = ({ text, children }: { text?: string; children: ReactNode }) => (
  <li>
    <div>{children}</div>
    {text === undefined ? null : <CommandText text={text} />}
  </li>
)

export function BackToVerify() {
  const { t, href } = useTexts()
  return (
    <p className={styles.back}>
      <a href={href('/how-to-check')}>{t('checking.back')}</a>
    </p>
  )
}

/** A page for programmers, which is in English whatever the language of the frame is. */
export function EnglishPage({ title, children }: { title: string; children: ReactNode }) {
  const { language, t } = useTexts()
  return (
    <>
      <BackToVerify />
      <h1>{title}</h1>
      {language.code === 'en' ? (
        children
      ) : (
        <>
          <p>{t('common.english_only')}</p>
          <div lang="en">{children}</div>
        </>
      )}
    </>
  )
}
