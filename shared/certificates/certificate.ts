import { gradeField } from '../activities/grades.ts'
import type { ApprovedSite } from '../approved/approved.schema.ts'
import { formatDate } from '../lib/dates.ts'
import { formatHectares } from '../lib/decimals.ts'
import { lineForm } from '../lib/text-form.ts'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../principles/principle-titles.ts'

/** The content of a certificate: that of the site's public page without the wording of the principles. */
export type CertifiedSite = Omit<
  ApprovedSite,
  'id' | 'region_id' | 'principles' | 'reporting_year' | 'replaced' | 'earlier' | 'instruments'
>

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

/** The present state of a record with a printed certificate. */
export type CertificateState =
  | { state: 'unchanged' }
  /** what the public list shows now, and for which activity */
  | { state: 'changed'; now: CertifiedSite; site_activity_id: number }
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

const areaWords = (site: CertifiedSite): string =>
  site.redd_eligible_activities_area
    .map(({ name, hectares }) => `${name}: ${formatHectares(hectares)} hectares`)
    .join('; ')

/** What a certificate states about the site, in words. */
export const factsOf = (site: CertifiedSite): Line[] => [
  { name: 'SITES Code', words: site.code },
  { name: 'Approved', words: formatDate(site.approved_at) },
  { name: 'Region', words: site.region },
  { name: 'Province', words: site.province ?? 'N/A' },
  { name: 'City or municipality', words: site.city },
  { name: 'Project area', words: `${formatHectares(site.project_area)} hectares` },
  { name: 'Year implemented', words: String(site.year_implemented) },
  { name: 'Project years', words: `${site.project_year_start} to ${site.project_year_end}` },
]

/** What it states about each principle. */
export const gradesOf = ({ grades }: CertifiedSite): Line[] =>
  PRINCIPLE_NUMBERS.map((number) => ({
    name: `${number}. ${PRINCIPLE_SHORT_TITLES[number]}`,
    words: grades[gradeField(number)],
  }))

const linesOf = (site: CertifiedSite): Line[] => [
  { name: 'Partner or implementer', words: site.name_of_partner },
  ...factsOf(site),
  { name: 'REDD+ eligible activities', words: areaWords(site) },
]

export type CertifiedChange = { name: string; printed: string; today: string; differs: boolean }

const pairs = (printed: readonly Line[], now: readonly Line[]): CertifiedChange[] =>
  printed.map(({ name, words }, at) => {
    const today = now[at]?.words ?? ''
    return { name, printed: words, today, differs: words !== today }
  })

/** What has changed since printing: the eight grades as they were and are, and every other line that differs. */
export const changesOf = (
  printed: CertifiedSite,
  today: CertifiedSite,
): { grades: CertifiedChange[]; facts: CertifiedChange[] } => ({
  grades: pairs(gradesOf(printed), gradesOf(today)),
  facts: pairs(linesOf(printed), linesOf(today)).filter(({ differs }) => differs),
})
