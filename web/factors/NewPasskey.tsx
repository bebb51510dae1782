import { useState } from 'react'
import { factorsApi, PASSKEY_NAME_MAX } from '../../shared/factors/factors.schema.ts'
import { lineComplaint } from '../../shared/lib/plain-text.ts'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { ApiError, call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import { deviceName } from './device-name.ts'
import { Field } from '../auth/Field.tsx'
import styles from './Setup.module.css'
import { OwnComputerQuestion } from './OwnComputerQuestion.tsx'
import { useErrorFocus } from './useErrorFocus.ts'
import { useSend } from './useSend.ts'
import { withPasskeys } from './use-passkeys.ts'

/** Asks whose computer this is, proposes a name, and adds a passkey, which does not count yet. */
export function NewPasskey({ onMade }: { onMade: (made: { id: number; name: string }) => void }) {
  const { t } = useTexts()
  const [isOwn, setIsOwn] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, errors, general, submit } = useSend(['name'])
  const form = useErrorFocus(errors)
  const name = typed ?? (isOwn ? deviceName(t, navigator.userAgent) : t('my_sign_in.name_key'))

  const tooLong = lineComplaint('Name', PASSKEY_NAME_MAX, name) ? t('my_sign_in.name_too_long') : undefined

  const add = submit(async () => {
    // before the browser makes a passkey, which would be for nothing
    if (tooLong) throw new ApiError(422, { errors: { name: [tooLong] } })
    const asked = await call(factorsApi.credentialOptions, { body: { purpose: 'add', own_computer: isOwn } })
    const passkey = await withPasskeys(t, (passkeys) => passkeys.createPasskey(asked))
    const { id } = await call(factorsApi.addPasskey, { body: { name, passkey } })
    onMade({ id, name })
  })

  return (
    <form ref={form} method="post" noValidate aria-label={t('my_sign_in.passkey_new')} onSubmit={add}>
      <p className={styles.step}>{t('my_sign_in.passkey_step_1')}</p>
      <GeneralError message={general} />
      <OwnComputerQuestion isOwn={isOwn} onAnswer={setIsOwn} />
      <Field
        label={t('my_sign_in.name')}
        help={t('my_sign_in.name_help')}
        name="name"
        value={name}
        autoComplete="off"
        error={tooLong ?? errors.name}
        onText={setTyped}
      />
      <SubmitButton label={t('my_sign_in.passkey_send')} busy={busy} />
    </form>
  )
}
