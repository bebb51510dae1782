import { useEffect, useRef } from 'react'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import controls from '../public/controls.module.css'
import { BusyButton } from './BusyButton.tsx'
import type { AfterSetup } from './flows.ts'
import styles from './MySignIn.module.css'
import setup from './Setup.module.css'
import { useSend } from './useSend.ts'
import { withPasskeys } from './use-passkeys.ts'

type Props = AfterSetup & { id: number; name: string; onAgain: () => void }

/** Signs in once with a new passkey, so that it counts. */
export function PasskeyTest({ id, name, onAdded, onAgain }: Props) {
  const { busy, general, send } = useSend()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const test = () =>
    send(async () => {
      const asked = await call(factorsApi.credentialOptions, { body: { purpose: 'test' } })
      const passkey = await withPasskeys((passkeys) => passkeys.usePasskey(asked))
      const { recovery_codes } = await call(factorsApi.testPasskey, { params: { id }, body: { passkey } })
      await onAdded(recovery_codes)
    })

  return (
    <>
      <p className={setup.step}>Step 2 of 2</p>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        Try it once
      </h2>
      <p>{`“${name}” is added. It counts when you have signed in with it once.`}</p>
      <GeneralError message={general} />
      <p className={setup.actions}>
        <BusyButton label="Sign in with the passkey" busy={busy} onPress={test} />
        <button type="button" className={controls.secondary} disabled={busy} onClick={onAgain}>
          Add another one instead
        </button>
      </p>
    </>
  )
}
