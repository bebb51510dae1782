import { useCallback, useEffect, useState } from 'react'

const FLOWS = ['app', 'passkey', 'sheet', 'codes'] as const
/** The overview, or what is being set up: the part of the address behind #, so that a reload begins it again. */
export type View = 'overview' | (typeof FLOWS)[number]

/** Returns the view of an address; null where it names something else on the page, such as its content. */
const viewIn = (hash: string): View | null =>
  hash === '' ? 'overview' : (FLOWS.find((flow) => `#${flow}` === hash) ?? null)

export function useView(): { view: View; toOverview: () => void } {
  const [view, setView] = useState<View>('overview')
  useEffect(() => {
    const read = () => setView((before) => viewIn(location.hash) ?? before)
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const toOverview = useCallback(() => {
    history.replaceState(null, '', location.pathname)
    setView('overview')
  }, [])
  return { view, toOverview }
}
