import { useEffect, useId, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { storedToken } from '../lib/session.ts'
import controls from '../public/controls.module.css'
import { BusyButton } from './BusyButton.tsx'
import { CodeSheet } from './CodeSheet.tsx'
import styles from './Setup.module.css'
import { useSend } from './useSend.ts'

type Props = { codes: readonly string[]; actor: Actor; onStored: () => Promise<void> }

/** Asks before the page is closed, but not at the end of the session, which leaves nothing on the screen. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (storedToken() !== null) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

/** New recovery codes, which are shown once: the person says that they are stored before the screen changes. */
export function RecoveryCodes({ codes, actor, onStored }: Props) {
  const [isStored, setIsStored] = useState(false)
  const [isReminded, setIsReminded] = useState(false)
  const error = useId()
  const { busy, send } = useSend()
  useLeaveWarning()
  return (
    <>
      <p className="no-print">
        {`When your phone or key is lost, each of these ${codes.length} codes works once in its place. They are shown only now: please print them or write them down.`}
      </p>
      <CodeSheet title="Recovery codes" codes={codes} actor={actor} />
      <div className="no-print">
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isStored}
            aria-invalid={isReminded && !isStored ? true : undefined}
            aria-describedby={isReminded && !isStored ? error : undefined}
            onChange={(event) => setIsStored(event.target.checked)}
          />
          I have stored these codes
        </label>
        {isReminded && !isStored && (
          <p className={controls.error} id={error} role="alert">
            Please store the codes first, and tick that you have.
          </p>
        )}
        <p className={styles.actions}>
          <BusyButton
            label="Continue"
            busy={busy}
            onPress={() => (isStored ? send(onStored) : setIsReminded(true))}
          />
        </p>
      </div>
    </>
  )
}
