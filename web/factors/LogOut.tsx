import { useState } from 'react'
import { endSession } from '../lib/end-session.ts'
import { useTexts } from '../lib/texts.tsx'
import { AskDialog } from './AskDialog.tsx'
import styles from './MySignIn.module.css'

/** Logs out after a question. Unfinished forms stay for the next login. */
export function LogOut() {
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
            // the next user of this browser must not find these files
            const { forgetAllUploads } = await import('../files/stored-uploads.ts')
            await forgetAllUploads()
            await endSession(null)
          }}
        >
          {t('my_sign_in.log_out_why')}
        </AskDialog>
      )}
    </>
  )
}
