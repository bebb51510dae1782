import { useCallback, useEffect, useState } from 'react'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { ApiError, call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { AppKey } from './AppKey.tsx'
import { CodeField } from './CodeField.tsx'
import type { AfterSetup, RecoveryCodesMade } from './flows.ts'
import styles from './Setup.module.css'
import { useErrorFocus } from './useErrorFocus.ts'
import { useSend } from './useSend.ts'

/** Confirms the app with a code of it; returns the recovery codes, or that they are lost. */
const confirmed = (code: string): Promise<RecoveryCodesMade> =>
  call(factorsApi.confirmApp, { body: { code } }).then(
    ({ recovery_codes }) => recovery_codes,
    (error: unknown) => {
      // an earlier try has reached the server, and its answer has not reached this page
      if (error instanceof ApiError && error.code === 'nothing_to_confirm') return 'lost'
      throw error
    },
  )

/** A new key for an authenticator app, and the first code of the app, after which it counts. */
export function AppSetup({ onAdded }: AfterSetup) {
  const { t } = useTexts()
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null)
  const [code, setCode] = useState('')
  const start = useSend()
  const confirm = useSend(['code'])
  const form = useErrorFocus(confirm.errors)
  const { send } = start
  const begin = useCallback(() => send(async () => setMade(await call(factorsApi.startApp))), [send])
  useEffect(begin, [begin])

  if (made === null)
    return (
      <>
        <GeneralError message={start.general} />
        {start.busy || start.general === null ? (
          <p role="status">{t('my_sign_in.app_making_key')}</p>
        ) : (
          <button type="button" className={controls.secondary} onClick={begin}>
            {t('my_sign_in.try_again')}
          </button>
        )}
      </>
    )
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={t('my_sign_in.app')}
      onSubmit={confirm.submit(() => confirmed(code).then(onAdded))}
    >
      <ol className={styles.steps}>
        <li>
          <h2>{t('my_sign_in.app_get')}</h2>
          <p>{t('my_sign_in.app_which')}</p>
        </li>
        <li>
          <h2>{t('my_sign_in.app_add')}</h2>
          <AppKey {...made} />
        </li>
        <li>
          <h2>{t('my_sign_in.app_type_code')}</h2>
          <GeneralError message={confirm.general} />
          <CodeField
            label={t('sign_in.code')}
            help={t('my_sign_in.app_code_help')}
            isNumber
            value={code}
            error={confirm.errors.code}
            onText={setCode}
          />
          <SubmitButton label={t('my_sign_in.confirm')} busy={confirm.busy} />
        </li>
      </ol>
    </form>
  )
}
