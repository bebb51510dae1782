import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { isChanged } from '../../shared/activities/activity-changes.ts'
import type {
  ActivityChangesReply,
  PrincipleChanges,
} from '../../shared/activities/activity-changes.schema.ts'
import { ChangesPanel } from '../review/ChangesPanel.tsx'
import { changesQuery } from './activities.calls.ts'
import type { MeansMode } from './means-mode.ts'
import { PrincipleChangeFacts, PrincipleEvidence, PrincipleFacts } from './PrincipleChanges.tsx'
import { PrincipleLink } from './PrincipleLink.tsx'

type Rows = ActivityChangesReply['data']

/** The changes loaded so far: the first page, and those that `more` adds. */
function useChanges(activity: ActivityShowReply['siteActivities']) {
  const [round, setRound] = useState<number | null>(null)
  const [pages, setPages] = useState(1)
  const wanted = Array.from({ length: pages }, (_, index) =>
    changesQuery(activity, { round, page: index + 1 }),
  )
  const found = useQueries({ queries: wanted })
  const first = found[0]
  const rows: Rows = found.flatMap(({ data }) => data?.data ?? [])
  return {
    first: first?.data,
    rows,
    isLoadingMore: found.some(({ isFetching }) => isFetching),
    error: found.find((one) => one.error)?.error ?? null,
    retry: () => found.forEach((one) => void one.refetch()),
    more: () => setPages(pages + 1),
    choose: (chosen: number) => {
      setRound(chosen)
      setPages(1)
    },
  }
}

type SectionProps = {
  shown: ActivityShowReply
  changes: PrincipleChanges
  rows: Rows
  mode: MeansMode
}

function Section({ shown, changes, rows, mode }: SectionProps) {
  const principle = shown.sitePrinciples.find((one) => one.id === changes.sites_principle_id)
  if (!principle) return null
  return (
    <section className="list" aria-label={`Changes of Principle #${changes.principle_number}`}>
      <h3 className="card-title links">
        <PrincipleLink mode={mode} activityId={shown.siteActivities.id} principleId={principle.id}>
          {`Principle #${changes.principle_number}`}
        </PrincipleLink>
      </h3>
      <PrincipleChangeFacts changes={changes} />
      <PrincipleFacts facts={changes.facts} />
      <PrincipleEvidence principle={principle} rows={rows} />
    </section>
  )
}

type ActivityChangesProps = {
  shown: ActivityShowReply
  mode: MeansMode
  /** whether to say that the activity was never returned; only approvers need that */
  withFirst: boolean
}

/** The changes since a return, principle by principle: evidence, switches and grades. */
export function ActivityChanges({ shown, mode, withFirst }: ActivityChangesProps) {
  const { siteActivities: activity, history } = shown
  const { first, rows, ...ask } = useChanges(activity)
  const changed = first?.principles.filter(isChanged) ?? []
  const left = (first?.totalCount ?? 0) - rows.length
  return (
    <ChangesPanel
      record={activity}
      history={history}
      withFirst={withFirst}
      compared={first}
      error={ask.error}
      onRetry={ask.retry}
      onRound={ask.choose}
      isChanged={changed.length > 0 || Boolean(first?.reporting_year)}
    >
      {first?.reporting_year ? (
        <p>
          Reporting year: <del>{first.reporting_year.old ?? 'not chosen'}</del>{' '}
          <ins>{first.reporting_year.new ?? 'not chosen'}</ins>
        </p>
      ) : null}
      <div className="lined unless-empty">
        {changed.map((one) => (
          <Section
            key={one.principle_number}
            shown={shown}
            changes={one}
            rows={rows.filter((row) => row.principle_number === one.principle_number)}
            mode={mode}
          />
        ))}
      </div>
      {left > 0 ? (
        <div>
          <Button variant="default" size="sm" loading={ask.isLoadingMore} onClick={ask.more}>
            Show more ({plural(left, 'change')} left)
          </Button>
        </div>
      ) : null}
    </ChangesPanel>
  )
}
