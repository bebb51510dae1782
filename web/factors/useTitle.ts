import { type RefObject, useEffect, useRef } from 'react'

/** The overview, what is set up, and the recovery codes that are shown once. */
export const TITLES = {
  overview: 'Your sign-in',
  app: 'Set up an authenticator app',
  passkey: 'Add a passkey or security key',
  sheet: 'Code sheet on paper',
  codes: 'New recovery codes',
  shown: 'Your recovery codes',
} as const

/** Names the window after what is shown, and puts the focus on its title when it changes. */
export function useTitle(shown: keyof typeof TITLES): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    document.title = document.title.replace(/^[^–]+/, `${TITLES[shown]} `)
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [shown])
  return title
}
