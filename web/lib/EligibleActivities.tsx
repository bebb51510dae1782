import type { ApprovedSite } from '../../shared/approved/approved.schema.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'

type EligibleActivitiesProps = {
  site: Pick<ApprovedSite, 'redd_eligible_activities_area'>
  className: string | undefined
}

/** The REDD+ eligible activities of the site, each with its hectares. */
export const EligibleActivities = ({ site, className }: EligibleActivitiesProps) => (
  <table className={className}>
    <caption>REDD+ eligible activities</caption>
    <thead>
      <tr>
        <th scope="col">Activity</th>
        <th scope="col">Hectares</th>
      </tr>
    </thead>
    <tbody>
      {site.redd_eligible_activities_area.map(({ name, hectares }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>{formatHectares(hectares)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
