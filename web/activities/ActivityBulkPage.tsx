import { BulkPage } from '../review/bulk/BulkPage.tsx'
import type { PlaceOption } from '../review/bulk/PointForMany.tsx'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

const PLACES: PlaceOption[] = [
  { place: { about: 'record' }, label: 'The activity' },
  { place: { about: 'field', field: 'reporting_year' }, label: 'Reporting year' },
  ...PRINCIPLE_NUMBERS.map((principle_number) => ({
    place: { about: 'principle' as const, principle_number },
    label: `Principle #${principle_number}`,
  })),
]

/** The decision on many activities. */
export const ActivityBulkPage = () => <BulkPage of={ACTIVITY_REVIEW} places={PLACES} />
