import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import type { Login } from './useLogin.ts'

/** Asks whether this log in ends the session on another device, while one is in the way. */
export function ElsewhereDialog({ login: { force, forget } }: { login: Login }) {
  if (!force) return null
  return (
    <Dialog
      title="Already logged in."
      onClose={forget}
      actions={
        <>
          <button type="button" className={controls.secondary} onClick={forget}>
            Close
          </button>
          <button type="button" className={controls.primary} onClick={force}>
            Log in to this device
          </button>
        </>
      }
    >
      <p>This account is logged in on another device. Logging in on this device ends the initial session.</p>
    </Dialog>
  )
}
