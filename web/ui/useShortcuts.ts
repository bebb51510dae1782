import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Actions by key. */
export type Shortcuts = Readonly<Record<string, () => void>>

const OFF = 'single_keys_off'
const SWITCH_EVENT = 'single-keys-switched'

const listen = (hear: () => void) => {
  window.addEventListener(SWITCH_EVENT, hear)
  window.addEventListener('storage', hear)
  return () => {
    window.removeEventListener(SWITCH_EVENT, hear)
    window.removeEventListener('storage', hear)
  }
}

const areShortcutsOn = () => localStorage.getItem(OFF) === null

/** Whether single-key shortcuts are on in this browser; speech input users can switch them off (WCAG 2.1.4). */
export function useShortcutsSwitch(): { on: boolean; set: (on: boolean) => void } {
  const on = useSyncExternalStore(listen, areShortcutsOn)
  const set = (wanted: boolean) => {
    if (wanted) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'true')
    window.dispatchEvent(new Event(SWITCH_EVENT))
  }
  return { on, set }
}

/** places where letters are typed or select an item by its name */
const TYPED_INTO =
  'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [role="dialog"]'

const isTyped = ({ target, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent) =>
  altKey ||
  ctrlKey ||
  metaKey ||
  isComposing ||
  (target instanceof Element && target.closest(TYPED_INTO) !== null) ||
  document.querySelector('[role="dialog"]') !== null

/**
 * Single-key shortcuts of this page; inactive while the person types, a dialog is open, or shortcuts are switched off.
 * A held key acts once, unless `held` is set.
 */
export function useShortcuts(keys: Shortcuts, { held = false }: { held?: boolean } = {}): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyped(event) || !areShortcutsOn()) return
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!act) return
      event.preventDefault()
      if (held || !event.repeat) act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [held])
}
