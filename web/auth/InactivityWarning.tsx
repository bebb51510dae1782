import { useCallback, useEffect, useRef, useState } from 'react'
import { authApi, VALIDATION_CACHE_MINUTES } from '../../shared/auth/auth.schema.ts'
import { call } from '../lib/call.ts'
import { endSession } from '../lib/end-session.ts'
import { useTexts } from '../lib/texts.tsx'
import { inMinutes, useInactivity } from '../lib/useInactivity.ts'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'

/** The inactivity warning on a public page that needs a session (S-122). */
export function InactivityWarning() {
  const { t } = useTexts()
  const [opened_at] = useState(() => Date.now())
  const asked = useRef(opened_at)
  // a person who only types makes no calls: the validation keeps the server's session alive too
  const keepAlive = useCallback((age = VALIDATION_CACHE_MINUTES * 60_000) => {
    if (Date.now() - asked.current < age) return
    asked.current = Date.now()
    call(authApi.validateToken).catch(() => undefined)
  }, [])
  const onActive = useCallback(() => keepAlive(), [keepAlive])
  const { left, stay } = useInactivity(onActive)
  useEffect(() => {
    if (left === 0) void endSession(t('sign_in.was_idle'))
  }, [left, t])
  const stayLoggedIn = useCallback(() => {
    stay()
    keepAlive(0)
  }, [stay, keepAlive])
  if (left === null) return null
  return (
    <Dialog
      title={t('sign_in.session_title')}
      onClose={stayLoggedIn}
      actions={
        <>
          <button type="button" className={controls.secondary} onClick={() => void endSession(null)}>
            {t('sign_in.session_end')}
          </button>
          <button type="button" className={controls.primary} onClick={stayLoggedIn}>
            {t('sign_in.session_stay')}
          </button>
        </>
      }
    >
      <p role="timer">{t('sign_in.session_left', { time: inMinutes(left) })}</p>
    </Dialog>
  )
}
