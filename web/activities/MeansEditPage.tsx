import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { MeansScreen } from './MeansScreen.tsx'

/** The evidence of a principle, to correct after a return. */
export function MeansEditPage() {
  const params = useParams({ from: '/sites/activity/$activityId/principle/edit/$principleId' })
  return <MeansScreen {...params} isEdit={true} />
}

/** The same page without an activity in the path: the query names the activity, else the list opens. */
export function MeansEditStartPage() {
  const { principleId } = useParams({ from: '/sites/activity/principle/edit/$principleId' })
  const { site_activity_id } = useSearch({ strict: false }) as Record<string, unknown>
  const activityId = Number(site_activity_id)
  if (!Number.isInteger(activityId) || activityId < 1)
    return <Navigate to="/sites/activity/datatable" replace />
  return (
    <Navigate
      to="/sites/activity/$activityId/principle/edit/$principleId"
      params={{ activityId: String(activityId), principleId }}
      replace
    />
  )
}
