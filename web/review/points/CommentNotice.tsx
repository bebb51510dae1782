import type { ReactNode } from 'react'
import { isUnsettled, settledSentence } from '../../../shared/review/unsettled.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import { Notice } from '../../ui/Notice.tsx'
import { usePoints } from './points-context.tsx'

type CommentNoticeProps = {
  title: string
  /** only these points count */
  isAbout?: (point: Point) => boolean
  children: ReactNode
}

/** The comment of the newest return; once the record is in review again, with what of its points is settled. */
export function CommentNotice({ title, isAbout = () => true, children }: CommentNoticeProps) {
  const shown = usePoints()
  const points = shown && shown.record.site_status !== 'Returned' ? shown.points.filter(isAbout) : []
  const settled = settledSentence(points)
  return (
    <Notice tone={settled && !points.some(isUnsettled) ? 'success' : 'warning'} title={title}>
      {children}
      {settled ? (
        <p>
          <strong>{settled}</strong>
        </p>
      ) : null}
    </Notice>
  )
}
