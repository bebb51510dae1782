import { gradeField } from '../activities/grades.ts'
import type { ApprovedSite } from '../approved/approved.schema.ts'
import { formatDate } from '../lib/dates.ts'
import { formatHectares } from '../lib/decimals.ts'
import { lineForm } from '../lib/text-form.ts'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../principles/principle-titles.ts'

/** What a certificate says: what the public page of the site says, without the wording of the principles. */
export type CertifiedSite = Omit<
  ApprovedSite,
  'id' | 'region_id' | 'principles' | 'reporting_year' | 'replaced' | 'earlier'
>

/**
 * The same, field by field in this order, so that the same record always gives the same text. What was printed is stored: a field
 * may be added, and none removed, renamed or written in another way, or every older certificate would count as changed.
 */
export const certifiedOf = (site: ApprovedSite): CertifiedSite => ({
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

/** Size and root of the public log, as its checkpoint of that moment reports them. */
export type CertifiedCheckpoint = { origin: string; size: string; root: string }

export type Certificate = {
  code: string
  site_activity_id: number
  content: CertifiedSite
  /** of the text of the content */
  sha256: string
  /** when it was opened for the first time */
  issued_at: string
  /** of the first one that holds the approval; null while there is none */
  checkpoint: CertifiedCheckpoint | null
}

/** What a record is today that a certificate was printed of. */
export type CertificateState =
  | { state: 'unchanged' }
  /** what the public list says of the site now, and at which activity */
  | { state: 'changed'; now: CertifiedSite; site_activity_id: number }
  /** its activity or the whole site, since when; null where it has left the public list in another way */
  | { state: 'deactivated'; at: string | null }

/** What is the same in the form of a line is the same (S-128): stored texts were brought into it after some were printed. */
const comparable = (value: unknown): string => lineForm(JSON.stringify(value) ?? '')

/**
 * Whether a record says today what was printed of it. A field that a later version of the product prints as well is in no
 * older certificate, so it is not missed there.
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

/** What a certificate says of the site, in words. */
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

/** What it says of each principle. */
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

/** What has become of a certificate's content: the eight grades, and of the rest what is another one now. */
export const changesOf = (
  printed: CertifiedSite,
  today: CertifiedSite,
): { grades: CertifiedChange[]; facts: CertifiedChange[] } => ({
  grades: pairs(gradesOf(printed), gradesOf(today)),
  facts: pairs(linesOf(printed), linesOf(today)).filter(({ differs }) => differs),
})
