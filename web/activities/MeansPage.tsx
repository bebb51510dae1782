import { useParams } from '@tanstack/react-router'
import { MeansScreen } from './MeansScreen.tsx'

/** Adds evidence to a principle of an activity; read only for people who may not. */
export function MeansPage() {
  const params = useParams({ from: '/sites/activity/$activityId/principle/$principleId' })
  return <MeansScreen {...params} isEdit={false} />
}
