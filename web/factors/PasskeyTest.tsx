import { useEffect, useRef } from 'react'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
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
  const { t } = useTexts()
  const { busy, general, send } = useSend()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const test = () =>
    send(async () => {
      const asked = await call(factorsApi.credentialOptions, { body: { purpose: 'test' } })
      const passkey = await withPasskeys(t, (passkeys) => passkeys.usePasskey(asked))
      const { recovery_codes } = await call(factorsApi.testPasskey, { params: { id }, body: { passkey } })
      await onAdded(recovery_codes)
    })

  return (
    <>
      <p className={setup.step}>{t('my_sign_in.passkey_step_2')}</p>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('my_sign_in.passkey_try')}
      </h2>
      <p>{t('my_sign_in.passkey_try_why', { name })}</p>
      <GeneralError message={general} />
      <p className={setup.actions}>
        <BusyButton label={t('my_sign_in.passkey_sign_in')} busy={busy} onPress={test} />
        <button type="button" className={controls.secondary} disabled={busy} onClick={onAgain}>
          {t('my_sign_in.passkey_again')}
        </button>
      </p>
    </>
  )
}
