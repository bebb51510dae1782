import { useParams } from '@tanstack/react-router'
import { MeansScreen } from './MeansScreen.tsx'

/** Adding evidence to a principle of an activity; for everyone else the same, to read. */
export function MeansPage() {
  const params = useParams({ from: '/sites/activity/$activityId/principle/$principleId' })
  return <MeansScreen {...params} isEdit={false} />
}
