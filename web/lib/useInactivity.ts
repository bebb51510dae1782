import { useCallback, useEffect, useState } from 'react'
import { INACTIVITY_MINUTES, WARNING_SECONDS } from '../../shared/auth/auth.schema.ts'

/** shared by the tabs of one browser, so that one active tab keeps all alive (S-08) */
const LAST_ACTIVITY = 'last_activity'
const LIMIT_MS = INACTIVITY_MINUTES * 60_000
const EVENTS = ['mousemove', 'mousedown', 'touchstart', 'scroll', 'keydown'] as const
const WRITE_EVERY_MS = 1000

const storeActivity = (now: number) => localStorage.setItem(LAST_ACTIVITY, String(now))
const lastActivity = (): number => Number(localStorage.getItem(LAST_ACTIVITY)) || Date.now()

/** Upload progress keeps the session alive like a key or the mouse does (S-122). */
const UPLOAD_PROGRESS = 'upload-moves'
export const reportUploadProgress = () => window.dispatchEvent(new Event(UPLOAD_PROGRESS))

/** "4:59" */
export const inMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Returns the seconds left of the warning, null before it: 30 idle minutes, then 300 seconds (000 §4). */
export function secondsLeft(idleMs: number): number | null {
  if (idleMs < LIMIT_MS) return null
  return Math.max(0, WARNING_SECONDS - Math.floor((idleMs - LIMIT_MS) / 1000))
}

/** Watches mouse, touch, scroll, keys and uploads in all tabs; calls `onActive` at most once a second. */
export function useInactivity(onActive: () => void): { left: number | null; stay: () => void } {
  const [left, setLeft] = useState<number | null>(null)
  const warned = left !== null

  useEffect(() => {
    storeActivity(Date.now())
  }, [])

  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft(Date.now() - lastActivity())), 1000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    let written = 0
    // also during the warning: an upload that makes progress closes it
    const moves = () => {
      const now = Date.now()
      if (now - written < WRITE_EVERY_MS || secondsLeft(now - lastActivity()) === 0) return
      written = now
      storeActivity(now)
      setLeft(null)
      onActive()
    }
    window.addEventListener(UPLOAD_PROGRESS, moves)
    return () => window.removeEventListener(UPLOAD_PROGRESS, moves)
  }, [onActive])

  useEffect(() => {
    // once the warning is shown, only its buttons close it
    if (warned) return
    let written = 0
    const active = () => {
      const now = Date.now()
      if (now - written < WRITE_EVERY_MS) return
      // the mouse move that wakes a sleeping machine comes too late to count
      if (secondsLeft(now - lastActivity()) !== null) return
      written = now
      storeActivity(now)
      onActive()
    }
    for (const name of EVENTS) window.addEventListener(name, active, { passive: true, capture: true })
    return () => {
      for (const name of EVENTS) window.removeEventListener(name, active, { capture: true })
    }
  }, [warned, onActive])

  const stay = useCallback(() => {
    storeActivity(Date.now())
    setLeft(null)
  }, [])
  return { left, stay }
}
