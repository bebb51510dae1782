import type { ReactNode } from 'react'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'

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
