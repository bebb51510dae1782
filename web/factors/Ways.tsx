import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import styles from './MySignIn.module.css'

const WAYS = [
  {
    href: '#app',
    name: 'my_sign_in.app',
    suits: 'my_sign_in.app_suits',
    label: 'my_sign_in.app_set_up',
  },
  {
    href: '#passkey',
    name: 'my_sign_in.passkey',
    suits: 'my_sign_in.passkey_suits',
    label: 'my_sign_in.passkey_add',
  },
  {
    href: '#sheet',
    name: 'my_sign_in.sheet_on_paper',
    suits: 'my_sign_in.sheet_suits',
    label: 'my_sign_in.sheet_make',
  },
] as const

/** The three kinds of second factors as equal choices, each with whom it suits. */
export function Ways() {
  const { t } = useTexts()
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className={styles.heading}>
        {t('my_sign_in.choose')}
      </h2>
      <ul className={styles.ways}>
        {WAYS.map(({ href, name, suits, label }) => (
          <li key={href} className={styles.way}>
            <h3>{t(name)}</h3>
            <p>{t(suits)}</p>
            <a className={controls.secondary} href={href}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
