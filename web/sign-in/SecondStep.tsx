import { type FormEvent, useEffect, useRef, useState } from 'react'
import { knowsPasskeys } from '../factors/has-passkeys.ts'
import controls from '../public/controls.module.css'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { CodeField } from './CodeField.tsx'
import { LostPhone } from './LostPhone.tsx'
import styles from './SecondStep.module.css'
import { passSecondStep, passWithPasskey } from './second-step.ts'
import type { Login } from './useLogin.ts'

/** Names the window after the step while it is asked. */
function useWindowTitle() {
  useEffect(() => {
    const before = document.title
    document.title = before.replace(/^[^–]+/, 'Second step ')
    return () => {
      document.title = before
    }
  }, [])
}

/** The part of a log in after the password: a code or a passkey, and whether this browser is remembered. */
export function SecondStep({ token, login }: { token: string; login: Login }) {
  const { busy, errors, general, attempt } = login
  const form = useRef<HTMLFormElement>(null)
  // passed, while a session elsewhere is in the way: no second code is asked then
  const [isPassed, setPassed] = useState(false)
  useWindowTitle()
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
      if (isPassed || force) return passSecondStep({ token, own_computer, force })
      return by === 'passkey'
        ? passWithPasskey({ token, own_computer })
        : passSecondStep({ token, own_computer, code: typeof code === 'string' ? code : '' })
    })
    if (outcome.end === 'elsewhere') setPassed(true)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void pass('code')
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} aria-label="Second step">
      <GeneralError message={general} />
      <CodeField error={errors.code} />
      <fieldset className={styles.own}>
        <legend className={controls.label}>Is this your own computer?</legend>
        <label>
          <input type="radio" name="own_computer" value="no" defaultChecked />
          No, others use it too
        </label>
        <label>
          <input type="radio" name="own_computer" value="yes" />
          Yes, do not ask here for 30 days
        </label>
      </fieldset>
      <SubmitButton label="Log in" busy={busy === 'code'} disabled={busy !== null} />
      {knowsPasskeys() ? (
        <button
          type="button"
          className={`${controls.secondary} ${styles.passkey}`}
          disabled={busy !== null}
          aria-busy={busy === 'passkey'}
          onClick={() => void pass('passkey')}
        >
          {busy === 'passkey' ? 'Please Wait...' : 'Use a passkey'}
        </button>
      ) : null}
      <LostPhone />
    </form>
  )
}
