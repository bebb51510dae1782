import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApprovedQuery } from '../../shared/approved/approved.schema.ts'
import type { ApprovedPage } from '../../shared/public/public-page.ts'
import { useTexts } from '../lib/texts.tsx'
import type { ListProblem } from './approved.calls.ts'
import { listAddress } from './list-address.ts'

const loadCalls = () => import('./approved.calls.ts')

/**
 * The public list, first as the server sent it, then as the reader filters it. The address follows, so that a reload, a
 * bookmark and the Back button show the same rows.
 */
export function useApprovedList(first: ApprovedPage) {
  const [query, setQuery] = useState(first.query)
  const [list, setList] = useState(first.list)
  const [loading, setLoading] = useState(false)
  const [problem, setProblem] = useState<ListProblem | null>(null)
  const { prefix } = useTexts().language
  const running = useRef<AbortController | null>(null)

  const load = useCallback(async (wanted: ApprovedQuery) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setQuery(wanted)
    setLoading(true)
    const found = await loadCalls()
      .then(({ fetchApproved }) => fetchApproved(wanted, mine.signal))
      .catch(() => ({ problem: 'list.failed' as const }))
    if (mine.signal.aborted) return
    setLoading(false)
    if ('list' in found) setList(found.list)
    setProblem('problem' in found ? found.problem : null)
  }, [])

  /** Shows the list for another query; 'push' for a new page, which Back undoes, 'replace' for a changed filter. */
  const show = useCallback(
    (wanted: ApprovedQuery, step: 'push' | 'replace') => {
      const address = prefix + listAddress(wanted)
      if (step === 'push') history.pushState(null, '', address)
      else history.replaceState(null, '', address)
      void load(wanted)
    },
    [load, prefix],
  )

  useEffect(() => {
    const back = () => void loadCalls().then(({ readListAddress }) => load(readListAddress(location.search)))
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [load])

  return { query, list, loading, problem, show }
}
