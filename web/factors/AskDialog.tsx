import type { ReactNode } from 'react'
import { GeneralError } from '../auth/AuthPage.tsx'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { BusyButton } from './BusyButton.tsx'
import { useSend } from './useSend.ts'

type Props = {
  title: string
  label: string
  onClose: () => void
  /** what follows when the person agrees; a refusal is shown in the dialog */
  onYes: () => Promise<unknown>
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function AskDialog({ title, label, onClose, onYes, children }: Props) {
  const { t } = useTexts()
  const { busy, general, send } = useSend()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className={controls.secondary} onClick={onClose}>
            {t('my_sign_in.cancel')}
          </button>
          <BusyButton label={label} busy={busy} onPress={() => send(onYes)} />
        </>
      }
    >
      <GeneralError message={general} />
      <p>{children}</p>
    </Dialog>
  )
}
