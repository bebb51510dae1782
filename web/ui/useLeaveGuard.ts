import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { storedToken } from '../lib/session.ts'
import { confirm } from './dialogs.tsx'

type LeaveGuard = {
  /** whether there is work that is not sent yet */
  active: boolean
  title: string
  message: string
  confirmLabel: string
  cancelLabel: string
  /** a second way to leave, and what it does */
  otherLabel?: string
  onOther?: () => void
}

/**
 * Asks before typed work is left behind. The returned function opens the way after a successful save; an ended
 * session passes without a question.
 */
export function useLeaveGuard({ active, onOther, ...words }: LeaveGuard): () => void {
  const released = useRef(false)
  const holds = () => active && !released.current && storedToken() !== null

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!holds() || current.pathname === next.pathname) return false
      const answer = await confirm({ ...words, danger: words.otherLabel === undefined })
      if (answer?.isOther) onOther?.()
      return answer === null
    },
    enableBeforeUnload: holds,
  })
  return () => {
    released.current = true
  }
}
