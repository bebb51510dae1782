import type { ApprovedSite } from '../../shared/approved/approved.schema.ts'
import { activityIn } from '../../shared/sites/activity-words.ts'
import { useTexts } from './texts.tsx'

type EligibleActivitiesProps = {
  site: Pick<ApprovedSite, 'redd_eligible_activities_area'>
  className: string | undefined
  /** how the hectares of the record are written */
  written: (hectares: string) => string
}

/** The REDD+ eligible activities of the site, each with its hectares. */
export function EligibleActivities({ site, className, written }: EligibleActivitiesProps) {
  const { t } = useTexts()
  return (
    <table className={className}>
      <caption>{t('record.eligible_activities')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('record.activity')}</th>
          <th scope="col">{t('record.hectares')}</th>
        </tr>
      </thead>
      <tbody>
        {site.redd_eligible_activities_area.map(({ name, hectares }) => (
          <tr key={name}>
            <td>{activityIn(t, name)}</td>
            <td>{written(hectares)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
