import type { ReactNode } from 'react'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { PublicLayout } from '../public/PublicLayout.tsx'
import { useReady } from '../public/useReady.ts'
import styles from './auth.module.css'

type Props = { title: string; lead?: string; above?: ReactNode; below?: ReactNode; children: ReactNode }

/** The card around every sign-in and password form. */
export function AuthPage({ title, lead, above, below, children }: Props) {
  return (
    <PublicLayout narrow>
      {above}
      <div className={styles.card}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        <noscript>
          <p className={controls.alert}>This page needs JavaScript. Please turn it on in your browser.</p>
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

type SubmitProps = { label: string; busy: boolean; disabled?: boolean }

/** The submit button; disabled until the scripts have loaded, so that the browser never posts a password. */
export function SubmitButton({ label, busy, disabled = false }: SubmitProps) {
  const ready = useReady()
  return (
    <button type="submit" className={controls.primary} disabled={!ready || disabled || busy} aria-busy={busy}>
      {busy ? 'Please Wait...' : label}
    </button>
  )
}

type DoneDialogProps = { title: string; onClose: () => void; children: ReactNode }

/** Confirms that a form was sent, with a link to the log in page. */
export const DoneDialog = ({ title, onClose, children }: DoneDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <a className={controls.primary} href="/login">
        Return to log in
      </a>
    }
  >
    <p>{children}</p>
  </Dialog>
)
