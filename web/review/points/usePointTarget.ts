import { useEffect, useRef } from 'react'
import type { Point } from '../../../shared/review/points.schema.ts'
import { openFoldsAround } from '../../lib/folds.ts'
import { pointId } from './place-id.ts'

/** The properties of the element that links to a point lead to; an address with its id focuses it. */
export function usePointTarget<Element extends HTMLElement>(point: Pick<Point, 'id'>) {
  const ref = useRef<Element>(null)
  const id = pointId(point)
  useEffect(() => {
    if (location.hash !== `#${id}`) return
    openFoldsAround(ref.current)
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [id])
  return { ref, id, tabIndex: -1 }
}
