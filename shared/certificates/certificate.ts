import { activityIn } from '../sites/activity-words.ts'
import { gradeIn } from '../activities/grade-words.ts'
import { gradeField } from '../activities/grades.ts'
import type { ApprovedSite } from '../approved/approved.schema.ts'
import { formatHectares } from '../lib/decimals.ts'
import { lineForm } from '../lib/text-form.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import { principleIn } from '../principles/principle-words.ts'
import type { Translate } from '../texts/translate.ts'
import { dateIn } from '../texts/words.ts'

/**
 * The content of a certificate: that of the site's public page without the wording of the principles. The reporting year of
 * its grades is not in certificates that were issued before it was added.
 */
export type CertifiedSite = Omit<
  ApprovedSite,
  'id' | 'region_id' | 'principles' | 'reporting_year' | 'replaced' | 'earlier' | 'instruments'
> & { reporting_year?: number | null }

/**
 * The content field by field in a fixed order, so that the same record always gives the same text. Printed content is
 * stored: fields may be added, but none removed, renamed or reformatted, or every older certificate would count as
 * changed.
 */
export const certifiedOf = (site: Omit<ApprovedSite, 'instruments'>): CertifiedSite => ({
  code: site.code,
  name_of_partner: site.name_of_partner,
  region: site.region,
  province: site.province,
  city: site.city,
  project_area: site.project_area,
  year_implemented: site.year_implemented,
  project_year_start: site.project_year_start,
  project_year_end: site.project_year_end,
  redd_eligible_activities_area: site.redd_eligible_activities_area,
  grades: Object.fromEntries(
    PRINCIPLE_NUMBERS.map((number) => [gradeField(number), site.grades[gradeField(number)]]),
  ) as ApprovedSite['grades'],
  approved_at: site.approved_at,
  reporting_year: site.reporting_year,
})

/** Origin, size and root of the checkpoint, as issued. */
export type CertifiedCheckpoint = { origin: string; size: string; root: string }

export type Certificate = {
  code: string
  site_activity_id: number
  content: CertifiedSite
  /** of the content as text */
  sha256: string
  /** when it was first opened */
  issued_at: string
  /** the first checkpoint that contains the approval; null until there is one */
  checkpoint: CertifiedCheckpoint | null
}

/** A final approval that FMB has withdrawn, as the public reads it. */
export type WithdrawnApproval = {
  code: string
  name_of_partner: string
  at: string
  /** null if an operator has erased it */
  reason: string | null
  /** the site's activity on the public list, or null */
  latest_id: number | null
}

/** The present state of a record with a printed certificate. */
export type CertificateState =
  | { state: 'unchanged' }
  /** what the public list shows now, and for which activity */
  | { state: 'changed'; now: CertifiedSite; site_activity_id: number }
  /** the approval that it certifies, whatever was approved since */
  | { state: 'withdrawn'; withdrawn: WithdrawnApproval }
  /** the activity or the whole site, and since when; null if it left the public list in another way */
  | { state: 'deactivated'; at: string | null }

/** Texts are compared in their line form (S-128): stored texts were normalized after some certificates were printed. */
const comparable = (value: unknown): string => lineForm(JSON.stringify(value) ?? '')

/**
 * Whether the record still matches its printed certificate. A field that a later version added is not in older
 * certificates and is not compared.
 */
export const matchesPrinted = (printed: CertifiedSite, today: CertifiedSite): boolean =>
  Object.entries(printed).every(
    ([field, value]) => comparable(today[field as keyof CertifiedSite]) === comparable(value),
  )

type Line = { name: string; words: string }

const hectares = (t: Translate, area: string): string =>
  t('certificates.hectares', { count: formatHectares(area) })

const areaWords = (t: Translate, site: CertifiedSite): string =>
  site.redd_eligible_activities_area
    .map(({ name, hectares: area }) => `${activityIn(t, name)}: ${hectares(t, area)}`)
    .join('; ')

/** What a certificate states about the site, in words; the grades and names that it stores stay as they are. */
export const factsOf = (t: Translate, site: CertifiedSite): Line[] => [
  { name: t('certificates.sites_code'), words: site.code },
  { name: t('certificates.approved'), words: dateIn(t, site.approved_at) },
  { name: t('certificates.region'), words: site.region },
  { name: t('certificates.province'), words: site.province ?? t('certificates.no_province') },
  { name: t('certificates.city'), words: site.city },
  { name: t('certificates.area'), words: hectares(t, site.project_area) },
  { name: t('certificates.year_implemented'), words: String(site.year_implemented) },
  {
    name: t('certificates.years'),
    words: t('certificates.from_to', { first: site.project_year_start, last: site.project_year_end }),
  },
]

/** What it states about each principle. */
export const gradesOf = (t: Translate, { grades }: CertifiedSite): Line[] =>
  PRINCIPLE_NUMBERS.map((number) => ({
    name: `${number}. ${principleIn(t, number)}`,
    words: gradeIn(t, grades[gradeField(number)]),
  }))

/** The heading of the grades, with the reporting year that they are of. */
export const gradesTitle = (t: Translate, { reporting_year: year }: CertifiedSite): string =>
  year ? t('certificates.grades_of', { year }) : t('certificates.grades')

const linesOf = (t: Translate, site: CertifiedSite): Line[] => [
  { name: t('certificates.partner'), words: site.name_of_partner },
  ...factsOf(t, site),
  { name: t('record.eligible_activities'), words: areaWords(t, site) },
  {
    name: t('certificates.reporting_year'),
    words: site.reporting_year ? String(site.reporting_year) : t('certificates.no_reporting_year'),
  },
]

export type CertifiedChange = { name: string; printed: string; today: string; differs: boolean }

const pairs = (printed: readonly Line[], now: readonly Line[]): CertifiedChange[] =>
  printed.map(({ name, words }, at) => {
    const today = now[at]?.words ?? ''
    return { name, printed: words, today, differs: words !== today }
  })

/** What has changed since printing: the eight grades as they were and are, and every other line that differs. */
export const changesOf = (
  t: Translate,
  printed: CertifiedSite,
  today: CertifiedSite,
): { grades: CertifiedChange[]; facts: CertifiedChange[] } => ({
  grades: pairs(gradesOf(t, printed), gradesOf(t, today)),
  facts: pairs(linesOf(t, printed), linesOf(t, today)).filter(({ differs }) => differs),
})
