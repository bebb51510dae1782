import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { batchDifference } from '../../shared/principles/batch-difference.ts'
import type { PrincipleBatch, SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { Loading } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { principleQuery } from './principles.calls.ts'

/** The differences between the shown set and another, from the older to the newer one. */
export function SetComparison({ principle, other }: { principle: SitePrinciple; other: PrincipleBatch }) {
  const { data: second, error, refetch } = useQuery(principleQuery(other.sites_principle_id))
  const pair = useMemo(() => {
    if (!second) return null
    const [older, newer] = [principle, second].sort((a, b) => a.batch_number - b.batch_number)
    return older && newer ? { older, newer, differences: batchDifference(older, newer) } : null
  }, [principle, second])
  const [from, to] = [principle.batch_number, other.batch_number].sort((a, b) => a - b)
  return (
    <Panel title={`What changed from set ${from} to set ${to}`}>
      {pair ? (
        <DifferenceList differences={pair.differences} withNotes />
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}
