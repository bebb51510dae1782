import { Link } from '@tanstack/react-router'
import { activitiesApi, type SiteActivity } from '../../shared/activities/activities.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { useRead } from '../lib/queries.ts'
import { Notice } from '../ui/Notice.tsx'

/** Warns that the site has another activity for the same reporting year; saving stays possible (S-145). */
export function SameYear({ activity }: { activity: SiteActivity }) {
  const { data } = useRead(activitiesApi.lastTime, {
    params: { id: activity.id },
    enabled: activity.reporting_year !== null,
  })
  const others = activity.reporting_year === null ? [] : (data?.same_year ?? [])
  if (others.length === 0) return null
  return (
    <Notice
      tone="warning"
      live
      title={`This site already has another SITES activity for ${activity.reporting_year}`}
    >
      <ul>
        {others.map(({ id, site_status, approved_at }) => (
          <li key={id}>
            <Link
              to="/sites/activity/$activityId"
              params={{ activityId: String(id) }}
              search={{ from: 'view' }}
            >
              {approved_at ? `Approved on ${formatDate(approved_at)}` : site_status}
            </Link>
          </li>
        ))}
      </ul>
      <p>Please check the reporting year, or report only what the other activity leaves out.</p>
    </Notice>
  )
}
