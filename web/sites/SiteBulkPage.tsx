import { BulkPage } from '../review/bulk/BulkPage.tsx'
import { POINT_FIELDS } from '../../shared/sites/site-points.ts'
import { SITE_FIELDS } from '../../shared/sites/sites.fields.ts'
import type { PlaceOption } from '../review/bulk/PointForMany.tsx'
import { SITE_REVIEW } from './site-review.tsx'

const PLACES: PlaceOption[] = [
  { place: { about: 'record' }, label: 'The profile' },
  { place: { about: 'boundary' }, label: 'Boundary' },
  ...POINT_FIELDS.map((field) => ({
    place: { about: 'field' as const, field },
    label: SITE_FIELDS[field].label,
  })),
]

/** The decision on many profiles. */
export const SiteBulkPage = () => <BulkPage of={SITE_REVIEW} places={PLACES} />
