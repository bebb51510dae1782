import { useEffect, useRef, useSyncExternalStore } from 'react'
import { sharedList } from './shared-list.ts'

/** All single keys of the staff screens; a key does the same on each of them. */
export const KEYS = {
  '/': 'Search the list',
  j: 'Go to the next row or record',
  k: 'Go to the previous row or record',
  Enter: 'Open the row',
  a: 'Ask whether to approve',
  r: 'Go to the comment, or with one ask whether to return',
  p: 'Add a point to the place that has the focus, or to the whole page',
  '?': 'Show these keys',
} as const
export type Key = keyof typeof KEYS

/** Actions by key; null for a key that the focused element handles itself. */
export type Shortcuts = Readonly<Partial<Record<Key, (() => void) | null>>>

/** the keys of the components on the screen */
const active = sharedList<readonly Key[]>()

/** Returns the keys that do something on this screen, in the order of `KEYS`. */
export function useActiveKeys(): Key[] {
  const here = new Set(active.useItems().flat())
  return (Object.keys(KEYS) as Key[]).filter((key) => here.has(key))
}

const SWITCH_EVENT = 'single-keys-switched'

/** One entry per person: an office shares a computer, and another browser may have another keyboard or speech input. */
const offEntry = () => `single_keys_off_${localStorage.getItem('user_id')}`

const listen = (hear: () => void) => {
  window.addEventListener(SWITCH_EVENT, hear)
  window.addEventListener('storage', hear)
  return () => {
    window.removeEventListener(SWITCH_EVENT, hear)
    window.removeEventListener('storage', hear)
  }
}

const areShortcutsOn = () => localStorage.getItem(offEntry()) === null

/** Whether single keys are on for this person in this browser; users of speech input switch them off (WCAG 2.1.4). */
export function useShortcutsSwitch(): { on: boolean; set: (on: boolean) => void } {
  const on = useSyncExternalStore(listen, areShortcutsOn)
  const set = (wanted: boolean) => {
    if (wanted) localStorage.removeItem(offEntry())
    else localStorage.setItem(offEntry(), 'true')
    window.dispatchEvent(new Event(SWITCH_EVENT))
  }
  return { on, set }
}

/** places where letters are typed or select an item by its name */
const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [role="dialog"]'

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
  const names = Object.keys(keys).join(' ')
  useEffect(() => (names ? active.add(names.split(' ') as Key[]) : undefined), [names])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyped(event) || !areShortcutsOn()) return
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key as Key] : undefined
      if (!act) return
      event.preventDefault()
      if (held || !event.repeat) act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [held])
}
