import type { Guesses } from '../../shared/auth/guessable.ts'
import { holdsEveryRule, passwordProblem, passwordStrength } from '../../shared/auth/password.ts'
import { isSamePassword } from '../../shared/auth/password-form.ts'
import { useTexts } from '../lib/texts.tsx'
import type { Sentences } from '../lib/sentences.ts'
import { Field, ShowPassword } from './Field.tsx'
import { PasswordChecklist, StrengthMeter } from './NewPassword.tsx'

type Props = {
  purpose: 'change' | 'reset'
  guesses: Guesses
  /** the server has rejected this password; it may know more about the owner than this page */
  isRefused: boolean
  password: string
  confirmation: string
  shown: boolean
  errors: Sentences
  onPassword: (text: string) => void
  onConfirmation: (text: string) => void
  onShow: (shown: boolean) => void
}

/** A new password, checked while it is typed, and its confirmation. */
export function NewPasswordFields(props: Props) {
  const { t } = useTexts()
  const { password, confirmation, errors, guesses, isRefused } = props
  const type = props.shown ? 'text' : 'password'
  // the list below shows which rules are missing; other problems are written here
  const problem = holdsEveryRule(password) ? passwordProblem(t, password, props.purpose, guesses) : null
  const differs = confirmation !== '' && !isSamePassword(password, confirmation)
  return (
    <>
      <Field
        label={t('password.new_password')}
        name="password"
        type={type}
        autoComplete="new-password"
        error={errors.password ?? problem}
        onText={props.onPassword}
      >
        <StrengthMeter
          strength={isRefused ? 'Weak' : passwordStrength(password, guesses)}
          isEmpty={password === ''}
        />
        <PasswordChecklist password={password} />
      </Field>
      <Field
        label={t('password.confirm_password')}
        name="password_confirmation"
        type={type}
        autoComplete="new-password"
        error={differs ? t('sign_in.passwords_differ') : errors.password_confirmation}
        onText={props.onConfirmation}
      />
      <ShowPassword shown={props.shown} onShow={props.onShow} />
    </>
  )
}
