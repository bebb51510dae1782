import { useState } from 'react'
import { endSession } from '../lib/end-session.ts'
import { useTexts } from '../lib/texts.tsx'
import { AskDialog } from './AskDialog.tsx'
import styles from './MySignIn.module.css'

/** Logs out after the same question as elsewhere; unsaved work leaves this browser. */
export function LogOut({ actor_id }: { actor_id: number }) {
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className={styles.plain} onClick={() => setIsAsking(true)}>
        {t('my_sign_in.log_out')}
      </button>
      {isAsking && (
        <AskDialog
          title={t('my_sign_in.log_out_title')}
          label={t('my_sign_in.log_out_yes')}
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            const { forgetUnsaved } = await import('./forget-unsaved.ts')
            await forgetUnsaved(actor_id)
            await endSession(null)
          }}
        >
          {t('my_sign_in.log_out_why')}
        </AskDialog>
      )}
    </>
  )
}
