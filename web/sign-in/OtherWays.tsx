import type { Translate } from '../../shared/texts/translate.ts'
import { knowsPasskeys } from '../auth/has-passkeys.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { useConfig } from '../public/public-config.ts'
import { useReady } from '../public/useReady.ts'
import styles from '../auth/auth.module.css'
import type { Login, Try } from './useLogin.ts'

/** Leads to the login page of the provider. */
const singleSignOn =
  (t: Translate): Try =>
  async () =>
    (await import('./single-sign-on.ts')).beginSingleSignOn(t)

/** Logs in with a passkey, which is asked for once even if a session elsewhere must be ended. */
function tryPasskey(t: Translate): Try {
  let once: Try | null = null
  return async (force) => {
    once ??= (await import('./second-step.ts')).passkeyLogin(t)
    return once(force)
  }
}

/** The ways to log in without the password, where this deployment has any. */
export function OtherWays({ login: { busy, attempt } }: { login: Login }) {
  const { passkeys, oidc_name } = useConfig()
  const { t } = useTexts()
  const isReady = useReady()
  const wayBy = (name: string, label: string, begin: () => Try) => (
    <button
      type="button"
      className={controls.secondary}
      disabled={!isReady || busy !== null}
      aria-busy={busy === name}
      onClick={() => void attempt(name, begin())}
    >
      {busy === name ? t('sign_in.please_wait') : label}
    </button>
  )
  // drawn on the server for every browser, so that the page does not move for most of them
  const hasPasskeys = passkeys && (!isReady || knowsPasskeys())
  if (!hasPasskeys && !oidc_name) return null
  return (
    <div className={styles.other}>
      {hasPasskeys && wayBy('passkey', t('sign_in.with_passkey'), () => tryPasskey(t))}
      {oidc_name && wayBy('single', t('sign_in.log_in_with', { provider: oidc_name }), () => singleSignOn(t))}
    </div>
  )
}
