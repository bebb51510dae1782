import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { displayStatus, statusNote } from '../../shared/review/review-chain.ts'
import { NoteMark } from '../notes/NoteMark.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PointsAt } from '../review/points/PointsAt.tsx'
import { SiteLink } from '../review/SiteLink.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import { PROFILE_LABEL, profileName } from './ProfileSelect.tsx'

type ActivityFactsProps = {
  activity: SiteActivity
  /** for a page that already names the site */
  withoutProfile?: boolean
}

/** The site of an activity, its place and its state. */
export function ActivityFacts({ activity, withoutProfile = false }: ActivityFactsProps) {
  const name = profileName(activity.site_profile_name, activity.site_profile_code)
  const profile = (
    <SiteLink id={activity.site_profile_id} more=" (map, areas and agreement)">
      {name}
    </SiteLink>
  )
  return (
    <FieldList
      fields={[
        ...(withoutProfile ? [] : [{ label: PROFILE_LABEL, value: profile }]),
        { label: 'Region', value: activity.region },
        { label: 'Province', value: activity.province },
        { label: 'Municipality', value: activity.city },
        { label: 'Submitting Office', value: activity.office },
        { label: 'Status', value: <StatusBadge status={activity.status} /> },
        {
          label: 'Record Status',
          value: <RecordStatusBadge status={displayStatus(activity)} note={statusNote(activity)} />,
        },
        {
          label: 'Reporting Year',
          value: activity.reporting_year,
          after: (
            <PointsAt place={{ about: 'field', field: 'reporting_year' }} label="Reporting year" as="dd" />
          ),
          mark: <NoteMark place={{ about: 'field', field: 'reporting_year' }} label="Reporting year" />,
        },
        { label: 'Date Submitted', value: formatDateTime(activity.submitted_at) },
        {
          label: 'Last changed',
          value: `${formatDateTime(activity.updated_at)} by ${activity.updated_by ?? 'N/A'}`,
        },
      ]}
    />
  )
}

/** An activity keeps the batch it began with; this says that there is a newer one (S-60). */
export function BatchNotice({ activity }: { activity: SiteActivity }) {
  const { principle_batch_number: own, current_batch_number: newest } = activity
  if (own >= newest) return null
  return (
    <Notice title="A newer set of criteria exists">
      <p>
        This SITES activity is graded against set {own}, with which it began. New activities use set {newest}.
      </p>
    </Notice>
  )
}
