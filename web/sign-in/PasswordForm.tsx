import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type LastLogout, lastLogout } from '../lib/last-logout.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { Field, ShowPassword } from '../auth/Field.tsx'
import type { Login } from './useLogin.ts'

const loadLogIn = () => import('./log-in.ts')

/**
 * Loads the files of the dashboard, which the page names, into the browser's cache while the person types the password:
 * after `first`, which has the line to itself. A failure does not matter: the dashboard loads them itself.
 */
async function prepareDashboard(first: Promise<unknown>): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="dashboard-files"]')?.content ?? ''
  try {
    await first
    await Promise.all(
      named
        .split(' ')
        .filter(Boolean)
        .map(async (file) => (await fetch(file, { priority: 'low' })).arrayBuffer()),
    )
  } catch {
    // without a connection, or left before all had come
  }
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

type Props = {
  login: Login
  /** the address that was typed before, when the second step has led back here */
  email: string | undefined
  onEmail: (email: string) => void
}

/** The first step of a log in: address and password. */
export function PasswordForm({ login: { busy, errors, general, attempt }, email, onEmail }: Props) {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  usePreparation(form)
  const [left, setLeft] = useState<LastLogout | null>(null)
  // oxlint-disable-next-line react/set-state-in-effect -- the server's page cannot know what the browser stores
  useEffect(() => setLeft(lastLogout()), [])

  // only the first value counts: who comes back from the second step types the password again
  const [isBack] = useState(email !== undefined)
  useEffect(() => {
    if (isBack) form.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
  }, [isBack])
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = Object.fromEntries(new FormData(event.currentTarget))
    onEmail(typeof given.email === 'string' ? given.email : '')
    void attempt('password', async (force) =>
      (await loadLogIn()).logIn(t, force ? { ...given, force } : given),
    )
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} aria-label={t('common.log_in')}>
      {left && !general ? (
        <p role="status" className={controls.alert}>
          <strong>{t('sign_in.logged_out')}</strong> {left.why}
        </p>
      ) : null}
      <GeneralError message={general} />
      <Field
        label={t('sign_in.email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={errors.email}
      />
      <Field
        label={t('sign_in.password')}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        error={errors.password}
      />
      <ShowPassword shown={shown} onShow={setShown} />
      <SubmitButton label={t('common.log_in')} busy={busy === 'password'} disabled={busy !== null} />
    </form>
  )
}
