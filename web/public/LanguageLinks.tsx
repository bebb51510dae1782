import { useTexts } from '../lib/texts.tsx'
import styles from './PublicLayout.module.css'

/** The page in its other languages; on a live page the address may have changed since it was rendered. */
export function LanguageLinks() {
  const { language, t } = useTexts()
  if (language.others.length === 0) return null
  return (
    <ul className={styles.languages} aria-label={t('common.language')}>
      {language.others.map(({ code, name, href }) => (
        <li key={code}>
          <a
            href={href}
            lang={code}
            hrefLang={code}
            onClick={(event) => {
              event.currentTarget.search = location.search
            }}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Says that FMB has not reviewed the texts of the page yet. */
export function UnofficialNote() {
  const { language, t } = useTexts()
  const english = language.others.find(({ code }) => code === 'en')
  if (!language.unofficial || !english) return null
  return (
    <p className={styles.unofficial} role="note">
      {t('common.unofficial')}{' '}
      <a href={english.href} hrefLang="en">
        {t('common.english')}
      </a>
    </p>
  )
}
