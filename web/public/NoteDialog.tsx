import { useTexts } from '../lib/texts.tsx'
import controls from './controls.module.css'
import { Dialog } from './Dialog.tsx'

type Props = { title: string; words: string; onClose: () => void }

/** The bureau's text behind a link of the footer. */
export function NoteDialog({ title, words, onClose }: Props) {
  const { t } = useTexts()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <button type="button" className={controls.primary} onClick={onClose}>
          {t('common.close')}
        </button>
      }
    >
      <p>{words}</p>
    </Dialog>
  )
}
