import controls from '../public/controls.module.css'
import styles from './MySignIn.module.css'

const WAYS = [
  {
    href: '#app',
    name: 'Authenticator app',
    suits: 'For people with a phone: an app on it shows six digits. It works without a signal.',
    label: 'Set up an app',
  },
  {
    href: '#passkey',
    name: 'Passkey or security key',
    suits:
      'For people with their own computer or phone, opened by fingerprint, face or PIN, or with a security key.',
    label: 'Add a passkey',
  },
  {
    href: '#sheet',
    name: 'Code sheet on paper',
    suits: 'For people without a phone: 40 codes on one sheet, each used once.',
    label: 'Make a code sheet',
  },
]

/** The three kinds of second factors as equal choices, each with whom it suits. */
export const Ways = () => (
  <section aria-labelledby="ways">
    <h2 id="ways" className={styles.heading}>
      Choose your second factor
    </h2>
    <ul className={styles.ways}>
      {WAYS.map(({ href, name, suits, label }) => (
        <li key={href} className={styles.way}>
          <h3>{name}</h3>
          <p>{suits}</p>
          <a className={controls.secondary} href={href}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  </section>
)
