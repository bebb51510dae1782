import { useEffect, useRef } from 'react'
import { NO_LINE } from '../lib/line.ts'
import { useLine } from '../lib/useLine.ts'
import { Notice } from '../ui/Notice.tsx'
import { notifyDone } from '../ui/notify.ts'

/** The one place that tells of a lost line, above every staff page, and of its return. */
export function LineNotice() {
  const works = useLine()
  const before = useRef(works)
  useEffect(() => {
    if (works && !before.current) notifyDone('The connection is back.')
    before.current = works
  }, [works])
  return <div role="status">{works ? null : <Notice tone="warning">{NO_LINE}</Notice>}</div>
}
