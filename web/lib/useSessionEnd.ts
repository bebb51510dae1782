import { useEffect } from 'react'
import { endSession } from './end-session.ts'
import { useTexts } from './texts.tsx'
import { useInactivity } from './useInactivity.ts'

/**
 * The end of an idle session: the seconds that are left of the warning, null before it, and `stay`. A person who only
 * types makes no calls, so `validate` keeps the server's session alive too; `isNow`: without waiting.
 */
export function useSessionEnd(validate: (isNow?: boolean) => void) {
  const { t } = useTexts()
  const { left, stay } = useInactivity(validate)
  useEffect(() => {
    if (left === 0) void endSession(t('kit.was_idle'))
  }, [left, t])
  return {
    left,
    stay: () => {
      stay()
      validate(true)
    },
  }
}
