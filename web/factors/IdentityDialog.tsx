import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isPasswordTooLong } from '../../shared/auth/password-form.ts'
import { factorsApi, type IdentityInput } from '../../shared/factors/factors.schema.ts'
import { ApiError, call } from '../lib/call.ts'
import { useRead } from '../lib/queries.ts'
import { useTexts } from '../lib/texts.tsx'
import { useActor } from '../lib/useActor.ts'
import { knowsPasskeys } from '../auth/has-passkeys.ts'
import { signedByPasskey } from '../auth/use-passkeys.ts'
import { Failure } from '../ui/Failure.tsx'
import { WindowFooter } from '../ui/RecordWindow.tsx'
import { useWork } from '../ui/useWork.ts'
import type { CodeInputProps } from './CodeInput.tsx'
import type { IdentityProps } from './IdentityGate.tsx'

type Props = IdentityProps & {
  title: string
  /** under the field of the password, where a code is asked too */
  passwordHelp?: string
  codeInput: (input: Omit<CodeInputProps, 'label' | 'help'>) => ReactNode
  /** what is confirmed */
  children: ReactNode
}

/** Asks who the person is before a call that counts: with password, code or passkey, as the server demands. */
export function IdentityDialog({ question, answer, title, passwordHelp, codeInput, children }: Props) {
  const { means, count } = question
  const { t } = useTexts()
  const { email } = useActor()
  const mine = useRead(factorsApi.mine, { staleTime: 0 })
  const [isOpen, setOpen] = useState(true)
  const [isGiven, setGiven] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { form, busy, errors, general, run, submit } = useWork(['password', 'code'])
  const asksPassword = means !== 'factor'
  const asksFactor = means !== 'password'
  const hasPasskey = asksFactor && knowsPasskeys() && (mine.data?.passkeys.length ?? 0) > 0

  const tooLong = isPasswordTooLong(password) ? t('sign_in.password_too_long') : null
  /** before anything is sent, and before the browser asks for a passkey, which would be for nothing */
  const refuseMissing = (isTyped: boolean) => {
    const ofPassword = tooLong ?? (password === '' ? t('sign_in.password_required') : null)
    const errors = {
      ...(asksPassword && ofPassword ? { password: [ofPassword] } : {}),
      ...(isTyped && code.trim() === '' ? { code: [t('sign_in.code_required')] } : {}),
    }
    if (Object.keys(errors).length > 0) throw new ApiError(422, { errors })
  }
  const prove = async (factor: Pick<IdentityInput, 'code' | 'passkey'>) => {
    const body = { ...(asksPassword ? { password } : {}), ...factor, ...(count === null ? {} : { count }) }
    await call(factorsApi.prove, { body })
    setGiven(true)
    setOpen(false)
  }
  const confirm = submit(async () => {
    refuseMissing(asksFactor)
    await prove(asksFactor ? { code: code.trim() } : {})
  })
  const confirmByPasskey = async () => {
    refuseMissing(false)
    await prove({ passkey: await signedByPasskey(t) })
  }

  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={() => answer(isGiven)}
      title={title}
      closeOnClickOutside={false}
      returnFocus={false}
      centered
      padding={16}
    >
      <form ref={form} onSubmit={confirm} noValidate>
        <Stack gap="md">
          <div>{children}</div>
          <Failure sentence={general} />
          {/* password managers look for it */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          {asksPassword ? (
            <TextInput
              label={t('sign_in.password')}
              type="password"
              description={asksFactor ? passwordHelp : undefined}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={tooLong ?? errors.password}
              data-autofocus
            />
          ) : null}
          {asksFactor
            ? codeInput({ value: code, error: errors.code, onText: setCode, opensHere: !asksPassword })
            : null}
        </Stack>
        <WindowFooter>
          <Button type="button" variant="default" onClick={() => setOpen(false)}>
            {t('kit.cancel')}
          </Button>
          {hasPasskey ? (
            <Button type="button" variant="outline" disabled={busy} onClick={() => run(confirmByPasskey)}>
              {t('sign_in.use_passkey')}
            </Button>
          ) : null}
          <Button type="submit" loading={busy}>
            {t('kit.confirm')}
          </Button>
        </WindowFooter>
      </form>
    </Modal>
  )
}
