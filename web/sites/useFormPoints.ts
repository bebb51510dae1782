import { useQueryClient } from '@tanstack/react-query'
import type { Point } from '../../shared/review/points.schema.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { usePoints } from '../review/points/points-context.tsx'
import { useOpenPoints } from '../review/points/open-answers.ts'
import { withFormChange } from './form-points.ts'
import { placeNames } from './place-name.ts'
import type { SiteFormValues } from './site-form-values.ts'

type FormOf = { initial: SiteFormValues; values: SiteFormValues; record: SiteProfile | null }

/**
 * The points of the profile with what the form has changed at their places, and a function that resolves with those
 * that it leaves open.
 */
export function useFormPoints({ record, ...states }: FormOf) {
  const shown = usePoints()
  const placeName = placeNames(useQueryClient(), record)
  const asShown = (points: Point[]) => points.map((point) => withFormChange(point, states, placeName))
  const findOpen = useOpenPoints(asShown)
  return { pointed: shown && { ...shown, points: asShown(shown.points) }, findOpen }
}
