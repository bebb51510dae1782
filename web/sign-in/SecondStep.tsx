import { type FormEvent, useEffect, useRef, useState } from 'react'
import { RESET_CODE_HOURS } from '../../shared/factors/factors.schema.ts'
import { knowsPasskeys } from '../auth/has-passkeys.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { Field } from '../auth/Field.tsx'
import styles from './SecondStep.module.css'
import { passSecondStep, passWithPasskey } from './second-step.ts'
import type { Login } from './useLogin.ts'

/** Names the window after the step while it is asked. */
function useWindowTitle(title: string) {
  useEffect(() => {
    const before = document.title
    document.title = before.replace(/^[^–]+/, `${title} `)
    return () => {
      document.title = before
    }
  }, [title])
}

/** The one field for every kind of code, with where a code comes from. */
function CodeField({ error }: { error: string | undefined }) {
  const { t } = useTexts()
  return (
    <Field
      label={t('sign_in.code')}
      help={t('sign_in.code_help')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      error={error}
    />
  )
}

/** What to do without the second factor, and the way back to the password. */
function LostPhone() {
  const { t, href } = useTexts()
  return (
    <>
      <details className={styles.lost}>
        <summary>{t('sign_in.lost_phone')}</summary>
        <p>{t('sign_in.lost_phone_codes')}</p>
        <p>{t('sign_in.lost_phone_reset', { hours: RESET_CODE_HOURS })}</p>
      </details>
      <p className={styles.again}>
        <a href={href('/login')}>{t('sign_in.back_to_password')}</a>
      </p>
    </>
  )
}

/** The part of a log in after the password: a code or a passkey, and whether this browser is remembered. */
export function SecondStep({ token, login }: { token: string; login: Login }) {
  const { busy, errors, general, attempt } = login
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  // passed, while a session elsewhere is in the way: no second code is asked then
  const [isPassed, setPassed] = useState(false)
  useWindowTitle(t('sign_in.second_step'))
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name="code"]')
    field?.focus()
    // a wrong code is typed anew
    if (errors.code) field?.select()
  }, [errors])

  async function pass(by: 'code' | 'passkey') {
    if (!form.current) return
    const given = new FormData(form.current)
    const code = given.get('code')
    const own_computer = given.get('own_computer') === 'yes'
    const outcome = await attempt(by, (force) => {
      if (isPassed || force) return passSecondStep(t, { token, own_computer, force })
      return by === 'passkey'
        ? passWithPasskey(t, { token, own_computer })
        : passSecondStep(t, { token, own_computer, code: typeof code === 'string' ? code : '' })
    })
    if (outcome.end === 'elsewhere') setPassed(true)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void pass('code')
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} aria-label={t('sign_in.second_step')}>
      <GeneralError message={general} />
      <CodeField error={errors.code} />
      <fieldset className={styles.own}>
        <legend className={controls.label}>{t('sign_in.own_computer')}</legend>
        <label>
          <input type="radio" name="own_computer" value="no" defaultChecked />
          {t('sign_in.own_computer_no')}
        </label>
        <label>
          <input type="radio" name="own_computer" value="yes" />
          {t('sign_in.own_computer_yes')}
        </label>
      </fieldset>
      <SubmitButton label={t('common.log_in')} busy={busy === 'code'} disabled={busy !== null} />
      {knowsPasskeys() ? (
        <button
          type="button"
          className={`${controls.secondary} ${styles.passkey}`}
          disabled={busy !== null}
          aria-busy={busy === 'passkey'}
          onClick={() => void pass('passkey')}
        >
          {t(busy === 'passkey' ? 'sign_in.please_wait' : 'sign_in.use_passkey')}
        </button>
      ) : null}
      <LostPhone />
    </form>
  )
}
