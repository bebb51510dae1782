import type { SpellingEdit } from '../review/review.schema.ts'
import { corrected } from '../review/corrected.ts'
import type { SpelledText } from '../review/spelling.ts'
import type { SiteSnapshot } from './site-snapshot.schema.ts'
import { ARRANGEMENT_LENGTH, PARTNER_LENGTH, SITE_FIELDS, type SiteField } from './sites.fields.ts'
import type { SiteProfile } from './sites.schema.ts'

/** Each text of a profile whose spelling can be corrected, by the field that shows it. */
const SPELLED = {
  name_of_partner: { field: 'name_of_partner', limits: PARTNER_LENGTH },
  implementation_arrangement: { field: 'implementation_arrangement_others', limits: ARRANGEMENT_LENGTH },
} as const

type Spelled = Pick<SiteProfile, 'name_of_partner' | 'implementation_arrangement_others'>

/** The text of this field of the page whose spelling can be corrected; null if it has none. */
export function spelledTextOf(site: Spelled, shown: SiteField): SpelledText | null {
  if (shown !== 'name_of_partner' && shown !== 'implementation_arrangement') return null
  const { field, limits } = SPELLED[shown]
  const text = site[field]
  return text === null ? null : { field, label: SITE_FIELDS[shown].label, text, limits, isLine: true }
}

/** The texts of a profile whose spelling an approver can correct. */
export const spelledTextsOfSite = (site: Spelled): SpelledText[] =>
  (['name_of_partner', 'implementation_arrangement'] as const).flatMap(
    (shown) => spelledTextOf(site, shown) ?? [],
  )

/** A submitted profile with the spelling that its reviewers corrected. */
export const correctedSite = (snapshot: SiteSnapshot, edits: readonly SpellingEdit[]): SiteSnapshot => ({
  ...snapshot,
  name_of_partner: corrected('name_of_partner', snapshot.name_of_partner, edits),
  implementation_arrangement_others: corrected(
    'implementation_arrangement_others',
    snapshot.implementation_arrangement_others,
    edits,
  ),
})
