import type { ReactNode } from 'react'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'

type DoneDialogProps = { title: string; onClose: () => void; children: ReactNode }

/** Confirms that a form was sent, with a link to the log in page. */
export function DoneDialog({ title, onClose, children }: DoneDialogProps) {
  const { t, href } = useTexts()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <a className={controls.primary} href={href('/login')}>
          {t('sign_in.return')}
        </a>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
