import { lazy, Suspense } from 'react'
import type { DashboardChoice } from '../../shared/dashboard/dashboard.rules.ts'
import { WhenSeen } from '../ui/WhenSeen.tsx'
import { PicturesWaiting } from './PicturesWaiting.tsx'

/*
 * What is below the pending work loads after it, and the charts only when they are scrolled to: on a slow line a person
 * is at work before that.
 */

const DrawnPictures = lazy(() => import('./Pictures.tsx').then((file) => ({ default: file.Pictures })))
const ShownTable = lazy(() =>
  import('./DashboardTable.tsx').then((file) => ({ default: file.DashboardTable })),
)

const LoadedPointTimes = lazy(() => import('./PointTimes.tsx').then((file) => ({ default: file.PointTimes })))

type Applied = { applied: DashboardChoice }

/** The charts, once they are near the window. */
export const Pictures = ({ applied }: Applied) => (
  <WhenSeen waiting={<PicturesWaiting />}>
    <DrawnPictures applied={applied} />
  </WhenSeen>
)

/** What returns ask for, and how long answers take. */
export const PointTimes = ({ applied }: Applied) => (
  <WhenSeen>
    <LoadedPointTimes applied={applied} />
  </WhenSeen>
)

/** The table, which is on paper and for screen readers too, whether it is seen or not. */
export const DashboardTable = ({ applied }: Applied) => (
  <Suspense>
    <ShownTable applied={applied} />
  </Suspense>
)
