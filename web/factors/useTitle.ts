import { type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '../lib/texts.tsx'

/** The overview, what is set up, and the recovery codes that are shown once. */
export const TITLES = {
  overview: 'my_sign_in.title',
  app: 'my_sign_in.title_app',
  passkey: 'my_sign_in.title_passkey',
  sheet: 'my_sign_in.title_sheet',
  codes: 'my_sign_in.title_codes',
  shown: 'my_sign_in.title_shown',
} as const

/** Names the window after what is shown, and puts the focus on its title when it changes. */
export function useTitle(shown: keyof typeof TITLES): RefObject<HTMLHeadingElement | null> {
  const { t } = useTexts()
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    document.title = document.title.replace(/^[^–]+/, `${t(TITLES[shown])} `)
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [shown, t])
  return title
}
