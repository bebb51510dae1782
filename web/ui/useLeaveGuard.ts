import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { storedToken } from '../lib/session.ts'
import { useDialogs } from './dialogs.tsx'

type LeaveGuard = {
  /** whether there is work that leaving would lose */
  active: boolean
  title: string
  message: string
  confirmLabel: string
  cancelLabel: string
  onLeave?: () => void
}

/**
 * Asks before typed work is left behind. The returned function opens the way after a successful save; an ended
 * session passes without a question.
 */
export function useLeaveGuard({ active, onLeave, ...words }: LeaveGuard): () => void {
  const { confirm } = useDialogs()
  const released = useRef(false)
  const holds = () => active && !released.current && storedToken() !== null

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!holds() || current.pathname === next.pathname) return false
      const answer = await confirm({ ...words, danger: true })
      if (answer) onLeave?.()
      return answer === null
    },
    enableBeforeUnload: holds,
  })
  return () => {
    released.current = true
  }
}
