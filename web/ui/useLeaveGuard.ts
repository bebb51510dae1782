import { useBlocker, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { storedToken } from '../lib/token.ts'
import { confirm } from './dialogs.tsx'

type LeaveGuard = {
  active: boolean
  title: string
  message: string
  confirmLabel: string
  cancelLabel: string
  /** a second way to leave, and its effect */
  otherLabel?: string
  onOther?: () => void
}

/** Asks before unsaved work is left, unless the session has ended. Call the returned function after a save. */
export function useLeaveGuard({ active, onOther, ...words }: LeaveGuard): () => void {
  const released = useRef(false)
  const router = useRouter()
  const holds = () => active && !released.current && storedToken() !== null

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // who has left is not asked again while the form stands until the other page is there
      const hasLeft = current.pathname !== router.state.resolvedLocation?.pathname
      if (!holds() || hasLeft || current.pathname === next.pathname) return false
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
