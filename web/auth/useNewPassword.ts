import { type FormEvent, useState } from 'react'
import type { Guesses } from '../../shared/auth/guessable.ts'
import { isStrongEnough } from '../../shared/auth/password.ts'
import { isSamePassword } from '../../shared/auth/password-form.ts'
import { useTexts } from '../lib/texts.tsx'
import { type Sentences, serverMessage, splitErrors } from '../lib/sentences.ts'

type NewPassword = { password: string; password_confirmation: string }

/**
 * The state of a form that sets a new password. `send` resolves with how the form ended; errors that it throws are
 * shown under `fields`, or above the form.
 */
export function useNewPassword<End extends string>(
  { purpose, guesses }: { purpose: 'change' | 'reset'; guesses: Guesses },
  fields: readonly string[],
  send: (input: NewPassword) => Promise<End>,
) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [shown, setShown] = useState(false)
  const [errors, setErrors] = useState<Sentences>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [step, setStep] = useState<'form' | 'busy' | End>('form')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStep('busy')
    setErrors({})
    setGeneral(null)
    try {
      setStep(await send({ password, password_confirmation: confirmation }))
    } catch (error) {
      const refused = splitErrors(error, fields, serverMessage(t, error))
      setErrors(refused.own)
      setGeneral(refused.general)
      setStep('form')
    }
  }

  return {
    step,
    setStep,
    general,
    submit: (event: FormEvent) => void submit(event),
    clearErrors: () => setErrors({}),
    isReady: isSamePassword(password, confirmation) && isStrongEnough(password, purpose, guesses),
    /** the props of NewPasswordFields */
    fields: {
      purpose,
      guesses,
      isRefused: errors.password !== undefined,
      password,
      confirmation,
      shown,
      errors,
      onPassword: (text: string) => {
        setPassword(text)
        setErrors(({ password: _refused, ...others }) => others)
      },
      onConfirmation: setConfirmation,
      onShow: setShown,
    },
  }
}
