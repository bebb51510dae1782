import { useQueries } from '@tanstack/react-query'
import { crosswalkDifference } from '../../shared/summaries/crosswalk.rules.ts'
import { Loading } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { CrosswalkDifferences } from './CrosswalkDifferences.tsx'
import { crosswalkVersionQuery } from './crosswalk.calls.ts'

/** What differs between two versions, from the older one to the newer one. */
export function CrosswalkComparison({ versions }: { versions: readonly [number, number] }) {
  const [from, to] = [Math.min(...versions), Math.max(...versions)]
  const [older, newer] = useQueries({ queries: [crosswalkVersionQuery(from), crosswalkVersionQuery(to)] })
  const retry = () => void Promise.all([older.refetch(), newer.refetch()])
  return (
    <Panel title={`What changed from version ${from} to version ${to}`}>
      {older.data && newer.data ? (
        <CrosswalkDifferences differences={crosswalkDifference(older.data.lines, newer.data.lines)} />
      ) : (
        <Loading error={older.error ?? newer.error} onRetry={retry} />
      )}
    </Panel>
  )
}
