import { type FormEvent, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { authApi, LoginInput } from '../../shared/auth/auth.schema.ts'
import { ApiError, call, toMessage } from '../lib/call.ts'
import { forgetAllUploads } from '../files/stored-uploads.ts'
import {
  addressAfterLogin,
  forgetLastLogout,
  type LastLogout,
  lastLogout,
  storeSession,
} from '../lib/session.ts'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { AuthPage, GeneralError, SubmitButton } from './AuthPage.tsx'
import styles from './auth.module.css'
import { type Sentences, sentencesOf, splitErrors } from './auth-errors.ts'
import { Field, ShowPassword } from './Field.tsx'
import { homeOfLogin } from './home-of-login.ts'

const FIELDS = ['email', 'password'] as const

/** The log in request: its errors, and the input that waits for an answer about another live session (409). */
function useLogin() {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Sentences>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<LoginInput | null>(null)

  async function logIn(input: LoginInput) {
    setBusy(true)
    setErrors({})
    setGeneral(null)
    setWaiting(null)
    try {
      const reply = await call(authApi.login, { body: input })
      const left = lastLogout()
      forgetLastLogout()
      // unfinished uploads of another user are deleted from this browser
      if (left && left.user_id !== reply.user.id) await forgetAllUploads()
      storeSession(reply)
      const home = homeOfLogin(reply)
      // a mailed password opens only the page where a new one is chosen
      location.assign(reply.user.password_is_generated ? home : addressAfterLogin(left, reply.user.id, home))
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.status === 409) return setWaiting(input)
      const refused = splitErrors(error, FIELDS, toMessage(error))
      setErrors(refused.own)
      setGeneral(refused.general)
    }
  }

  return { busy, errors, setErrors, general, waiting, logIn, forget: () => setWaiting(null) }
}

/** Sign-in (000 §2). With a live session elsewhere, the person confirms before it ends. */
export function LoginPage() {
  const { busy, errors, setErrors, general, waiting, logIn, forget } = useLogin()
  const [shown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<LastLogout | null>(null)
  useEffect(() => setLeft(lastLogout()), [])

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = z.safeParse(LoginInput, Object.fromEntries(new FormData(event.currentTarget)))
    if (input.success) void logIn(input.data)
    else setErrors(sentencesOf(input.error))
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
