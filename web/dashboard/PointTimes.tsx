import { PLACE_WORDS } from '../../shared/dashboard/asked-places.ts'
import { type DashboardChoice, filterOf } from '../../shared/dashboard/dashboard.rules.ts'
import type { PointTimes as Times } from '../../shared/dashboard/point-times.schema.ts'
import { pointTimesApi } from '../../shared/dashboard/point-times.schema.ts'
import { askedLead } from '../../shared/dashboard/point-times.ts'
import { formatCount, formatDays, plural } from '../../shared/lib/format.ts'
import { daysSince } from '../lib/days.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { useNow } from '../ui/useNow.ts'
import { CountLink } from './CountLink.tsx'

/** "9 days, median of 24" */
const answerWords = ({ answered, median_days }: Times): string =>
  median_days === null ? '–' : `${formatDays(median_days)}, median of ${formatCount(answered)}`

/** What returns ask for, by what it is about; renders nothing while no point was ever sent. */
export function PointTimes({ applied }: { applied: DashboardChoice }) {
  const actor = useActor()
  const now = useNow()
  const { accessLevel, region_id, province_id } = filterOf(applied)
  const { data } = useRead(pointTimesApi.points, {
    query: { accessLevel, region_id, province_id },
    keep: true,
  })
  const rows = (data?.data ?? []).filter(({ open, answered }) => open + answered > 0)
  if (rows.length === 0) return null
  return (
    <section className="panel" aria-labelledby="points">
      <h3 id="points">Points of returns</h3>
      <p className="muted">
        Open now, and the days from sending to answer of those sent in the last twelve months.
      </p>
      <table className="tight">
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">Open</th>
            <th scope="col">Oldest</th>
            <th scope="col">Answered in</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.about}>
              <th scope="row">{PLACE_WORDS[row.about]}</th>
              <td>
                {row.open === 0 ? (
                  '0'
                ) : (
                  <>
                    {formatCount(row.open)} in{' '}
                    <CountLink lead={askedLead(actor, applied, row)} text={plural(row.records, 'record')} />
                  </>
                )}
              </td>
              <td>{row.oldest_at === null ? '–' : daysSince(row.oldest_at, now)}</td>
              <td>{answerWords(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
