import { useCallback, useRef, useState } from 'react'
import { confirm } from './dialogs.tsx'
import { currentOpener, focusOpener } from './opener.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

const DISCARD = {
  title: 'Discard what you have entered?',
  message: 'Your entries have not been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Continue editing',
}

/** What the window of a list of records may show. */
export type RecordContent = { kind: 'add' } | { kind: 'view'; id: number } | { kind: 'edit'; id: number }

export type RecordWindowState<What> = {
  /** of the window itself: Escape and its close button ask, and what follows waits until it is gone */
  window: { opened: boolean; onClose: () => void; onExited: () => void }
  /** what the window is about, also while it fades; null when there is nothing to draw */
  shown: What | null
  show: (what: What) => void
  /** closes without a question; `then` runs once the focus is back where it was */
  close: (then?: () => void) => void
  /** closes, after a question when something was entered (000 §4) */
  ask: () => Promise<void>
  /** told by a form when it holds entries that are not saved */
  setChanged: (changed: boolean) => void
}

/** What the record window of a list shows, with the way out of it: nothing typed is lost unasked, and the focus returns. */
export function useRecordWindow<What>(): RecordWindowState<What> {
  const [open, setOpen] = useState<What | null>(null)
  const [shown, setShown] = useState<What | null>(null)
  const [changed, setChanged] = useState(false)
  const opener = useRef<Element | null>(null)
  const isOpen = useRef(false)
  const next = useRef<(() => void) | undefined>(undefined)
  const asking = useRef(false)
  useLeaveGuard({ active: changed, ...DISCARD })

  // the same for as long as the page is, so that the rows of a list need not be drawn anew
  const show = useCallback((what: What) => {
    if (!isOpen.current) opener.current = currentOpener()
    isOpen.current = true
    setOpen(what)
    setShown(what)
  }, [])

  const close = (then?: () => void) => {
    isOpen.current = false
    next.current = then
    setChanged(false)
    setOpen(null)
  }

  const ask = async () => {
    if (asking.current) return
    asking.current = true
    const sure = !changed || (await confirm({ ...DISCARD, danger: true })) !== null
    asking.current = false
    if (sure) close()
  }

  const onExited = () => {
    if (isOpen.current) return
    setShown(null)
    focusOpener(opener.current)
    next.current?.()
    next.current = undefined
  }

  const window = { opened: open !== null, onClose: () => void ask(), onExited }
  return { window, shown, setChanged, close, show, ask }
}
