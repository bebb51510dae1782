import { useState } from 'react'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { AskDialog } from './AskDialog.tsx'

type Props = {
  /** as in "Remove the authenticator app?" */
  name: string
  remove: () => Promise<unknown>
  /** it is the only second factor */
  isLast: boolean
  onRemoved: () => Promise<void>
}

/** Removes a factor, after a question. */
export function RemoveButton({ name, remove, isLast, onRemoved }: Props) {
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={controls.secondary}
        aria-label={t('my_sign_in.remove_named', { name })}
        onClick={() => setIsAsking(true)}
      >
        {t('my_sign_in.remove')}
      </button>
      {isAsking && (
        <AskDialog
          title={t('my_sign_in.remove_title', { name })}
          label={t('my_sign_in.remove')}
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            await remove()
            setIsAsking(false)
            await onRemoved()
          }}
        >
          {t(isLast ? 'my_sign_in.remove_last' : 'my_sign_in.remove_one')}
        </AskDialog>
      )}
    </>
  )
}
