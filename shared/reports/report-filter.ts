import { type Grade, GRADES, gradeOptionLabel } from '../activities/grades.ts'
import {
  ACTIVITIES,
  ALL_CATEGORY,
  ALL_PRINCIPLE,
  CATEGORIES,
  type Category,
  hasGrades,
} from '../dashboard/dashboard.rules.ts'
import { formatDate } from '../lib/dates.ts'
import type { FieldErrors } from '../lib/error-codes.ts'
import {
  ALL_PENRO,
  canChooseLevel,
  hasPenroFilter,
  regionFilter,
  REPORT_LEVELS,
  type ReportLevel,
  startScope,
} from '../dashboard/report-scope.ts'
import { normalForm } from '../lib/text-form.ts'
import { withoutTrailing } from '../lib/trailing.ts'

export const ALL_STATUS = 'All Status'
/** Approved: finally approved; Submitted: at any level of review; Returned: with its encoder (S-80). */
export const REPORT_STATUSES = ['Approved', 'Returned', 'Submitted'] as const
type ReportStatus = (typeof REPORT_STATUSES)[number]

/** .xlsx supplements the specification's two formats: the same colours, without the limits of the old format. */
export const REPORT_FORMATS = ['csv', 'xls', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** The report filter as the screen stores it (000 §3); '' is not chosen yet, ids are strings for the selects. */
export type ReportFilter = {
  accessLevel: ReportLevel | ''
  category: Category | ''
  status: ReportStatus | typeof ALL_STATUS | ''
  principle: Grade | typeof ALL_PRINCIPLE | ''
  downloadAs: ReportFormat
  region: string
  penro: string
  region_name: string
  penro_name: string
  /** yyyy-mm-dd; '' for the present state */
  as_of: string
}

type Option = { value: string; label: string }
const plain = (value: string): Option => ({ value, label: value })

/** The choices of each filter, with the texts of 000 §9. */
export const REPORT_OPTIONS = {
  downloadAs: REPORT_FORMATS.map((value) => ({ value, label: `.${value}` })),
  accessLevel: REPORT_LEVELS.map(plain),
  category: CATEGORIES.map(plain),
  status: [plain(ALL_STATUS), ...REPORT_STATUSES.map((value) => ({ value, label: `Total ${value}` }))],
  principle: [plain(ALL_PRINCIPLE), ...GRADES.map((value) => ({ value, label: gradeOptionLabel(value) }))],
} as const satisfies Record<string, readonly Option[]>

type ReportActor = Parameters<typeof startScope>[0]

/** The initial filter: place and level are set only where they are the person's own (000 §2). */
export function startFilter(actor: ReportActor): ReportFilter {
  const { accessLevel, region_id, province_id } = startScope(actor)
  const isFree = canChooseLevel(actor)
  return {
    accessLevel: isFree ? '' : accessLevel,
    category: '',
    status: '',
    principle: '',
    downloadAs: 'csv',
    region: region_id === null ? '' : String(region_id),
    penro: isFree ? '' : province_id === null ? ALL_PENRO : String(province_id),
    region_name: '',
    penro_name: '',
    as_of: '',
  }
}

/** The past state of a report is known only for approved records. */
export const AS_OF_APPROVED =
  'A report as of an earlier day has only what was approved then: please choose Total Approved.'

/** Profiles have no grades, so their category hides the principle filter (000 §2). */
export const hasPrincipleFilter = (filter: Pick<ReportFilter, 'category'>): boolean =>
  filter.category === '' || hasGrades(filter.category)

/** The filters that must be set before a report can be made, by the filter's name (000 §5). */
export function reportFilterErrors(actor: ReportActor, filter: ReportFilter): FieldErrors {
  const { accessLevel, category, region, penro, status, principle, as_of } = filter
  const missing = {
    'Access Level': actor.access_level !== 'PENRO' && accessLevel === '',
    // the PENRO choices depend on the region, so both levels below National require it
    Region: regionFilter(actor, accessLevel) === 'open' && region === '',
    PENRO: accessLevel === 'PENRO' && penro === '',
    Category: category === '',
    Status: status === '',
    Principle: category === ACTIVITIES && principle === '',
  }
  const field = (label: string) => (label === 'Access Level' ? 'accessLevel' : label.toLowerCase())
  const labels = Object.entries(missing).flatMap(([label, isMissing]) => (isMissing ? [label] : []))
  return {
    ...(as_of !== '' && status !== '' && status !== 'Approved' ? { status: [AS_OF_APPROVED] } : {}),
    ...Object.fromEntries(labels.map((label) => [field(label), [`${label} is required.`]])),
  }
}

/** The filter as parameters of the calls (000 §7): "All ..." becomes empty, hidden filters are left out. */
export function reportQuery(actor: ReportActor, filter: ReportFilter) {
  const hasRegion = regionFilter(actor, filter.accessLevel) !== 'hidden'
  const hasPenro = hasPenroFilter(actor, filter.accessLevel)
  const unlessAll = <All extends string, Value extends string>(value: Value | All | '', all: All) =>
    value === all ? '' : (value as Value | '')
  return {
    accessLevel: filter.accessLevel || undefined,
    region_id: (hasRegion && Number(filter.region)) || undefined,
    province_id: (hasPenro && Number(filter.penro)) || undefined,
    category: unlessAll(filter.category, ALL_CATEGORY),
    site_status: unlessAll(filter.status, ALL_STATUS),
    principle_grade: hasPrincipleFilter(filter) ? unlessAll(filter.principle, ALL_PRINCIPLE) : '',
    ...(filter.as_of === '' ? {} : { as_of: filter.as_of }),
  }
}

/** "PENRO, Region IV-A, Laguna; Safeguard Activities; Total Approved; Compliant": the scope of a report in words. */
export function describeFilter(filter: ReportFilter): string {
  const label = (options: readonly Option[], value: string) =>
    options.find((option) => option.value === value)?.label ?? ''
  const place = [filter.accessLevel, filter.region_name, filter.penro_name].filter(Boolean).join(', ')
  const rest = [
    filter.category,
    label(REPORT_OPTIONS.status, filter.status),
    hasPrincipleFilter(filter) ? label(REPORT_OPTIONS.principle, filter.principle) : '',
    filter.as_of === '' ? '' : `as of ${formatDate(filter.as_of)}`,
  ]
  return [place, ...rest].filter(Boolean).join('; ')
}

export type FileFacts = {
  category?: string | undefined
  site_status?: string | undefined
  principle_grade?: string | undefined
  /** the region and province it is limited to; omitted for the whole country */
  place?: PlaceNames | undefined
}

export type PlaceNames = { region: string | null; province: string | null }

/** "_PENRO_Laguna", "_Region_IV-A_CALABARZON", or '' for the whole country: the end of a file name (S-118). */
export function placeInName({ region, province }: PlaceNames): string {
  const words = province === null ? (region ?? '') : `PENRO ${province}`
  const plain = normalForm('NFD', words).replace(/\p{M}/gu, '')
  return plain === '' ? '' : `_${withoutTrailing(plain.replace(/[^A-Za-z0-9-]+/g, '_'), '_')}`
}

/** "SIS_Report_20310704_All_Category_Approved_All_Principle_PENRO_Laguna.xls" (S-83); `day` comes from `dayInName`. */
export function reportFileName(day: string, facts: FileFacts, format: ReportFormat): string {
  const { category, site_status, principle_grade, place } = facts
  const parts = [category || ALL_CATEGORY, site_status || ALL_STATUS, principle_grade || ALL_PRINCIPLE]
  return `SIS_Report_${day}_${parts.join('_').replaceAll(' ', '_')}${place ? placeInName(place) : ''}.${format}`
}
