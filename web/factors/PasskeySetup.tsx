import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { factorsApi, PASSKEY_NAME_MAX } from '../../shared/factors/factors.schema.ts'
import { lineComplaint } from '../../shared/lib/plain-text.ts'
import { ApiError, call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import { knowsPasskeys } from '../auth/has-passkeys.ts'
import { withPasskeys } from '../auth/use-passkeys.ts'
import { Failure } from '../ui/Failure.tsx'
import { useWork } from '../ui/useWork.ts'
import { deviceName } from './device-name.ts'
import styles from './MySignIn.module.css'
import type { AfterSetup } from './RecoveryCodes.tsx'

type Added = { id: number; name: string }

/** Asks whose computer this is, proposes a name, and adds a passkey, which does not count yet. */
function NewPasskey({ onMade }: { onMade: (made: Added) => void }) {
  const { t } = useTexts()
  const [isOwn, setIsOwn] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const { form, busy, errors, general, submit } = useWork(['name'])
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
      <Stack gap="md" align="start">
        <p className="muted">{t('my_sign_in.passkey_step_1')}</p>
        <Failure sentence={general} />
        {/* on a shared computer no passkey is stored */}
        <Radio.Group
          label={t('my_sign_in.own')}
          description={
            <span aria-live="polite">{t(isOwn ? 'my_sign_in.own_yes_why' : 'my_sign_in.own_no_why')}</span>
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={String(isOwn)}
          onChange={(answer) => setIsOwn(answer === 'true')}
        >
          <Stack gap="sm" my="sm">
            <Radio value="false" label={t('my_sign_in.own_no')} />
            <Radio value="true" label={t('my_sign_in.own_yes')} />
          </Stack>
        </Radio.Group>
        <TextInput
          label={t('my_sign_in.name')}
          description={t('my_sign_in.name_help')}
          name="name"
          autoComplete="off"
          className={styles.field}
          value={name}
          error={tooLong ?? errors.name}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {t('my_sign_in.passkey_send')}
        </Button>
      </Stack>
    </form>
  )
}

/** Signs in once with a new passkey, so that it counts. */
function PasskeyTest({ id, name, onAdded, onAgain }: AfterSetup & Added & { onAgain: () => void }) {
  const { t } = useTexts()
  const { busy, general, run } = useWork()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const test = async () => {
    const asked = await call(factorsApi.credentialOptions, { body: { purpose: 'test' } })
    const passkey = await withPasskeys(t, (passkeys) => passkeys.usePasskey(asked))
    const { recovery_codes } = await call(factorsApi.testPasskey, { params: { id }, body: { passkey } })
    await onAdded(recovery_codes)
  }

  return (
    <Stack gap="md" align="start">
      <p className="muted">{t('my_sign_in.passkey_step_2')}</p>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('my_sign_in.passkey_try')}
      </h2>
      <p>{t('my_sign_in.passkey_try_why', { name })}</p>
      <Failure sentence={general} />
      <Group gap="sm">
        <Button loading={busy} onClick={() => run(test)}>
          {t('my_sign_in.passkey_sign_in')}
        </Button>
        <Button variant="default" disabled={busy} onClick={onAgain}>
          {t('my_sign_in.passkey_again')}
        </Button>
      </Group>
    </Stack>
  )
}

/** A passkey in two steps: it is added, and then tried once, after which it counts. */
export function PasskeySetup({ onAdded }: AfterSetup) {
  const { t } = useTexts()
  const [added, setAdded] = useState<Added | null>(null)
  if (!knowsPasskeys()) return <p>{t('my_sign_in.passkey_unknown')}</p>
  return added === null ? (
    <NewPasskey onMade={setAdded} />
  ) : (
    <PasskeyTest {...added} onAdded={onAdded} onAgain={() => setAdded(null)} />
  )
}
