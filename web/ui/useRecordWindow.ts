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

export type RecordContent = { kind: 'add' } | { kind: 'view'; id: number } | { kind: 'edit'; id: number }

export type RecordWindowState<What> = {
  /** for the window component: Escape and the close button ask first; `onExited` runs what follows the closing */
  window: { opened: boolean; onClose: () => void; onExited: () => void }
  /** the content of the window, kept while it fades out; null when it is closed */
  shown: What | null
  show: (what: What) => void
  /** closes without a question; `then` runs once the focus is back on the opener */
  close: (then?: () => void) => void
  /** closes, after a question if there are changes (000 §4) */
  ask: () => Promise<void>
  /** a form reports whether it has unsaved changes */
  setChanged: (changed: boolean) => void
}

/** The state of a record window over a list: asks before typed text is lost, and returns the focus on closing. */
export function useRecordWindow<What>(): RecordWindowState<What> {
  const [open, setOpen] = useState<What | null>(null)
  const [shown, setShown] = useState<What | null>(null)
  const [changed, setChanged] = useState(false)
  const opener = useRef<Element | null>(null)
  const isOpen = useRef(false)
  const next = useRef<(() => void) | undefined>(undefined)
  const asking = useRef(false)
  useLeaveGuard({ active: changed, ...DISCARD })

  // stable, so that the rows of a list are not rendered again
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
