import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { LoginInput } from '../../shared/auth/auth.schema.ts'
import { type LastLogout, lastLogout } from '../lib/session.ts'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { AuthPage, GeneralError, SubmitButton } from './AuthPage.tsx'
import styles from './auth.module.css'
import type { Sentences } from './auth-errors.ts'
import { Field, ShowPassword } from './Field.tsx'
import type { LoginOutcome } from './log-in.ts'
import { prepareDashboard } from './prepare-dashboard.ts'

const loadLogIn = () => import('./log-in.ts')

const NOT_LOADED: LoginOutcome = {
  end: 'refused',
  errors: {},
  general: 'No answer came from the server. Please check your connection and load this page again.',
}

/** Loads what a log in and the page after it need, at the first focus in the form. */
function usePreparation(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const place = form.current
    if (!place) return
    const prepare = () => void prepareDashboard(loadLogIn())
    // a person on a slow line is in a field before the scripts are there
    if (place.contains(document.activeElement)) return prepare()
    place.addEventListener('focusin', prepare, { once: true })
    return () => place.removeEventListener('focusin', prepare)
  }, [form])
}

/** The log in request: its errors, and the input that waits for an answer about another live session (409). */
function useLogin() {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Sentences>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<LoginInput | null>(null)

  async function logIn(given: Partial<Record<keyof LoginInput, unknown>>) {
    setBusy(true)
    setErrors({})
    setGeneral(null)
    setWaiting(null)
    const outcome = await loadLogIn().then(
      (loaded) => loaded.logIn(given),
      () => NOT_LOADED,
    )
    if (outcome.end === 'signed_in') return location.assign(outcome.address)
    setBusy(false)
    if (outcome.end === 'elsewhere') return setWaiting(outcome.input)
    setErrors(outcome.errors)
    setGeneral(outcome.general)
  }

  return { busy, errors, general, waiting, logIn, forget: () => setWaiting(null) }
}

/** Sign-in (000 §2). With a live session elsewhere, the person confirms before it ends. */
export function LoginPage() {
  const { busy, errors, general, waiting, logIn, forget } = useLogin()
  const [shown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  usePreparation(form)
  const [left, setLeft] = useState<LastLogout | null>(null)
  useEffect(() => setLeft(lastLogout()), [])

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void logIn(Object.fromEntries(new FormData(event.currentTarget)))
  }

  return (
    <AuthPage
      title="Log in"
      lead="For the staff of the bureau, its regions and its provincial offices."
      below={<a href="/site/approved">See the approved SITES without logging in</a>}
    >
      <form ref={form} method="post" noValidate onSubmit={submit} aria-label="Log in">
        {left && !general ? (
          <p role="status" className={controls.alert}>
            <strong>You were logged out.</strong> {left.why}
          </p>
        ) : null}
        <GeneralError message={general} />
        <Field label="Email address" name="email" type="email" autoComplete="username" error={errors.email} />
        <Field
          label="Password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          error={errors.password}
        />
        <ShowPassword shown={shown} onShow={setShown} />
        <SubmitButton label="Log in" busy={busy} />
      </form>
      <p className={styles.aside}>
        <a href="/forgot-password">Forgot your password?</a>
      </p>
      {waiting && (
        <Dialog
          title="Already logged in."
          onClose={forget}
          actions={
            <>
              <button type="button" className={controls.secondary} onClick={forget}>
                Close
              </button>
              <button
                type="button"
                className={controls.primary}
                onClick={() => void logIn({ ...waiting, force: true })}
              >
                Log in to this device
              </button>
            </>
          }
        >
          <p>
            This account is logged in on another device. Logging in on this device ends the initial session.
          </p>
        </Dialog>
      )}
    </AuthPage>
  )
}
