import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { Gone, isGone } from '../review/Deactivated.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { activityQuery, recordView } from './activities.calls.ts'

/** The way on from an activity that could not be loaded (ACTIVITIES-41). */
export const BackToActivities = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/sites/activity/datatable" {...props} />}>
    Back to activities
  </Button>
)

type WithActivityProps = {
  activityId: string
  /** of the page while there is nothing else to show */
  title: string
  /** the way on when the list of activities is not this page's home */
  wayOut?: ReactNode
  /** the page says by itself that the activity went out of reach */
  tellsGone?: boolean
  children: (shown: ActivityShowReply) => ReactNode
}

/** The activity of a page: waits for it, and says so when it cannot be had. */
export function WithActivity({ activityId, title, wayOut, tellsGone = false, children }: WithActivityProps) {
  const { data, error, refetch } = useQuery(activityQuery(activityId))
  // a page that decides tells by itself what became of the activity under its reviewer's eyes
  if (data && (!isGone(error) || tellsGone)) return children(data)
  if (isGone(error) && data)
    return (
      <>
        <PageHeader title={title} />
        <Gone error={error}>{wayOut ?? <BackToActivities />}</Gone>
      </>
    )
  return (
    <>
      <PageHeader title={title} />
      <Loading error={error} onRetry={() => void refetch()} action={wayOut ?? <BackToActivities />} />
    </>
  )
}

/** Tells the log once per visit that the activity was looked at; a failure here is nobody's concern. */
export function useRecordView(id: number): void {
  useEffect(() => {
    recordView(id).catch(() => undefined)
  }, [id])
}
