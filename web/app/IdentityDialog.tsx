import { Button, Modal, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isPasswordTooLong } from '../../shared/auth/password-form.ts'
import { factorsApi, type IdentityInput } from '../../shared/factors/factors.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { call, firstFieldErrors, toMessage } from '../lib/call.ts'
import type { IdentityQuestion } from '../lib/identity-needed.ts'
import { useActor } from '../lib/useActor.ts'
import { SIGN_IN } from '../../shared/texts/en/sign-in.ts'
import { translator } from '../../shared/texts/translate.ts'
import { knowsPasskeys } from '../factors/has-passkeys.ts'
import { signedByPasskey } from '../factors/use-passkeys.ts'
import { Notice } from '../ui/Notice.tsx'
import { WindowFooter } from '../ui/RecordWindow.tsx'
import { useErrorFocus } from '../ui/useErrorFocus.ts'
import styles from './IdentityDialog.module.css'
import { identitySubject } from './identity-subject.ts'

export type IdentityDialogProps = { question: IdentityQuestion; answer: (isGiven: boolean) => void }

type Errors = { password?: string; code?: string; general?: string }

/** The errors by field; what belongs to no field is above the form. */
function errorsOf(error: unknown): Errors {
  const { password, code, ...rest } = firstFieldErrors(error)
  if (password || code) return { ...(password ? { password } : {}), ...(code ? { code } : {}) }
  return { general: Object.values(rest)[0] ?? toMessage(error) }
}

const inEnglish = translator(SIGN_IN)

const lastsFor = (count: number | null): string =>
  count === null
    ? 'You are not asked again for 15 minutes.'
    : `It counts once, for ${count === 1 ? 'this record' : `these ${plural(count, 'record')}`}.`

/** Asks who the person is before a decision that counts: with password, code or passkey, as the server demands. */
export function IdentityDialog({ question, answer }: IdentityDialogProps) {
  const { means, count } = question
  const { email } = useActor()
  const mine = useQuery({
    queryKey: ['my-sign-in'],
    queryFn: ({ signal }) => call(factorsApi.mine, { signal }),
    staleTime: 0,
  })
  const [isOpen, setOpen] = useState(true)
  const isGiven = useRef(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isPaperChosen, setPaperChosen] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const { form, toFirstError } = useErrorFocus()
  const asksPassword = means !== 'factor'
  const asksFactor = means !== 'password'
  // a person without an app has codes on paper, which a keyboard of digits cannot type
  const isOnPaper = isPaperChosen ?? mine.data?.app === null
  const hasPasskey = asksFactor && knowsPasskeys() && (mine.data?.passkeys.length ?? 0) > 0

  /** what is wrong with the password before it is sent */
  const passwordComplaint = (): Errors => {
    if (asksPassword && password === '') return { password: 'Password is required.' }
    return isPasswordTooLong(password) ? { password: inEnglish('sign_in.password_too_long') } : {}
  }
  const refuse = (found: Errors) => {
    setErrors(found)
    toFirstError()
  }
  const prove = async (factor: () => Promise<Pick<IdentityInput, 'code' | 'passkey'>>) => {
    if (busy) return
    setBusy(true)
    setErrors({})
    try {
      const body = {
        ...(asksPassword ? { password } : {}),
        ...(asksFactor ? await factor() : {}),
        ...(count === null ? {} : { count }),
      }
      await call(factorsApi.prove, { body })
      isGiven.current = true
      setOpen(false)
    } catch (error) {
      refuse(errorsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    const missing: Errors = {
      ...passwordComplaint(),
      ...(asksFactor && code.trim() === '' ? { code: 'Please enter a code.' } : {}),
    }
    if (Object.keys(missing).length > 0) return refuse(missing)
    void prove(async () => ({ code: code.trim() }))
  }
  const confirmByPasskey = () => {
    const { password: complaint } = passwordComplaint()
    if (complaint) return refuse({ password: complaint })
    void prove(async () => ({ passkey: await signedByPasskey(inEnglish) }))
  }

  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={() => answer(isGiven.current)}
      title="Confirm that it is you"
      closeOnClickOutside={false}
      returnFocus={false}
      centered
      padding={16}
    >
      <form ref={form} onSubmit={confirm} noValidate>
        <Stack gap="md">
          <div>
            <p className={styles.subject}>{identitySubject(question)}</p>
            <p>{lastsFor(count)}</p>
          </div>
          {errors.general ? (
            <Notice tone="danger" live>
              {errors.general}
            </Notice>
          ) : null}
          {/* password managers look for it */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          {asksPassword ? (
            <TextInput
              label="Password"
              type="password"
              description={asksFactor ? 'Asked once after you log in.' : undefined}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={isPasswordTooLong(password) ? passwordComplaint().password : errors.password}
              data-autofocus
            />
          ) : null}
          {asksFactor ? (
            <div>
              <TextInput
                label="Code"
                description={
                  isOnPaper
                    ? 'An unused code of your sheet, such as 07-K3XF-9M2T.'
                    : 'The 6 digits that your authenticator app shows now.'
                }
                inputMode={isOnPaper ? 'text' : 'numeric'}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
                error={errors.code}
                {...(asksPassword ? {} : { 'data-autofocus': true })}
              />
              <UnstyledButton className={styles.other} onClick={() => setPaperChosen(!isOnPaper)}>
                {isOnPaper ? 'Use the authenticator app' : 'Use a code on paper'}
              </UnstyledButton>
            </div>
          ) : null}
        </Stack>
        <WindowFooter>
          <Button type="button" variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          {hasPasskey ? (
            <Button type="button" variant="outline" disabled={busy} onClick={confirmByPasskey}>
              Use a passkey
            </Button>
          ) : null}
          <Button type="submit" loading={busy}>
            Confirm
          </Button>
        </WindowFooter>
      </form>
    </Modal>
  )
}
