import { useCallback, useEffect, useState } from 'react'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { ApiError, call } from '../lib/call.ts'
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
          <p role="status">Making a key for the app…</p>
        ) : (
          <button type="button" className={controls.secondary} onClick={begin}>
            Try again
          </button>
        )}
      </>
    )
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Authenticator app"
      onSubmit={confirm.submit(() => confirmed(code).then(onAdded))}
    >
      <ol className={styles.steps}>
        <li>
          <h2>Get an app</h2>
          <p>
            Any authenticator app on your phone will do, such as Google Authenticator, Microsoft Authenticator
            or Aegis.
          </p>
        </li>
        <li>
          <h2>Add this account to it</h2>
          <AppKey {...made} />
        </li>
        <li>
          <h2>Type the code that the app shows</h2>
          <GeneralError message={confirm.general} />
          <CodeField
            label="Code"
            help="Six digits, new every 30 seconds."
            isNumber
            value={code}
            error={confirm.errors.code}
            onText={setCode}
          />
          <SubmitButton label="Confirm" busy={confirm.busy} />
        </li>
      </ol>
    </form>
  )
}
