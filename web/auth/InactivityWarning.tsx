import { useCallback, useRef, useState } from 'react'
import { authApi, VALIDATION_CACHE_MINUTES } from '../../shared/auth/auth.schema.ts'
import { call } from '../lib/call.ts'
import { endSession } from '../lib/end-session.ts'
import { useTexts } from '../lib/texts.tsx'
import { inMinutes } from '../lib/useInactivity.ts'
import { useSessionEnd } from '../lib/useSessionEnd.ts'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'

/** The inactivity warning on a public page that needs a session (S-122). */
export function InactivityWarning() {
  const { t } = useTexts()
  const [opened_at] = useState(() => Date.now())
  const asked = useRef(opened_at)
  const validate = useCallback((isNow = false) => {
    if (!isNow && Date.now() - asked.current < VALIDATION_CACHE_MINUTES * 60_000) return
    asked.current = Date.now()
    call(authApi.validateToken).catch(() => undefined)
  }, [])
  const { left, stay } = useSessionEnd(validate)
  if (left === null) return null
  return (
    <Dialog
      title={t('kit.session_title')}
      onClose={stay}
      actions={
        <>
          <button type="button" className={controls.secondary} onClick={() => void endSession(null)}>
            {t('kit.session_end')}
          </button>
          <button type="button" className={controls.primary} onClick={stay}>
            {t('kit.session_stay')}
          </button>
        </>
      }
    >
      <p role="timer">{t('kit.session_left', { time: inMinutes(left) })}</p>
    </Dialog>
  )
}
