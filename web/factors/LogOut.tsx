import { useState } from 'react'
import { endSession } from '../lib/end-session.ts'
import { AskDialog } from './AskDialog.tsx'
import styles from './MySignIn.module.css'

/** Logs out after the same question as elsewhere; unsaved work leaves this browser. */
export function LogOut({ actor_id }: { actor_id: number }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className={styles.plain} onClick={() => setIsAsking(true)}>
        Log out
      </button>
      {isAsking && (
        <AskDialog
          title="Logout of this account?"
          label="Logout"
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            const { forgetUnsaved } = await import('./forget-unsaved.ts')
            await forgetUnsaved(actor_id)
            await endSession(null)
          }}
        >
          Are you sure you want to logout? Logging out will clear all unsaved changes and can not be undone.
        </AskDialog>
      )}
    </>
  )
}
