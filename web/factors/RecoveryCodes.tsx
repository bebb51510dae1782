import { useEffect, useId, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { useTexts } from '../lib/texts.tsx'
import { storedToken } from '../lib/token.ts'
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
  const { t } = useTexts()
  const [isStored, setIsStored] = useState(false)
  const [isReminded, setIsReminded] = useState(false)
  const error = useId()
  const { busy, send } = useSend()
  useLeaveWarning()
  return (
    <>
      <p className="no-print">{t('my_sign_in.codes_shown', { count: codes.length })}</p>
      <CodeSheet title={t('my_sign_in.codes')} codes={codes} actor={actor} />
      <div className="no-print">
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isStored}
            aria-invalid={isReminded && !isStored ? true : undefined}
            aria-describedby={isReminded && !isStored ? error : undefined}
            onChange={(event) => setIsStored(event.target.checked)}
          />
          {t('my_sign_in.codes_stored')}
        </label>
        {isReminded && !isStored && (
          <p className={controls.error} id={error} role="alert">
            {t('my_sign_in.codes_store_first')}
          </p>
        )}
        <p className={styles.actions}>
          <BusyButton
            label={t('my_sign_in.continue')}
            busy={busy}
            onPress={() => (isStored ? send(onStored) : setIsReminded(true))}
          />
        </p>
      </div>
    </>
  )
}
