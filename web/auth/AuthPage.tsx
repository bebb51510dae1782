import type { ReactNode } from 'react'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { PublicLayout } from '../public/PublicLayout.tsx'
import { useReady } from '../public/useReady.ts'
import styles from './auth.module.css'

type Props = {
  title: string
  lead?: string | undefined
  above?: ReactNode
  below?: ReactNode
  children: ReactNode
}

/** The card around every sign-in and password form. */
export function AuthPage({ title, lead, above, below, children }: Props) {
  const { t } = useTexts()
  return (
    <PublicLayout narrow>
      {above}
      <div className={styles.card}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        <noscript>
          <p className={controls.alert}>{t('sign_in.needs_javascript')}</p>
        </noscript>
        {children}
      </div>
      {below && <div className={styles.below}>{below}</div>}
    </PublicLayout>
  )
}

/** The error of the form as a whole. */
export function GeneralError({ message }: { message: string | null }) {
  return message ? (
    <p role="alert" className={controls.alert}>
      {message}
    </p>
  ) : null
}

type SubmitProps = {
  label: string
  busy: boolean
  disabled?: boolean
  /** the id of the form, where the button is outside of it */
  form?: string
}

/** The submit button; disabled until the scripts have loaded, so that the browser never posts a password. */
export function SubmitButton({ label, busy, disabled = false, form }: SubmitProps) {
  const ready = useReady()
  const { t } = useTexts()
  return (
    <button
      type="submit"
      form={form}
      className={controls.primary}
      disabled={!ready || disabled || busy}
      aria-busy={busy}
    >
      {busy ? t('sign_in.please_wait') : label}
    </button>
  )
}
