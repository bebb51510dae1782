import { z } from 'zod/mini'
import { chosenId } from '../lib/ids.ts'
import { lineOf, numberText, requiredText, TYPED_PER_STORED } from '../lib/plain-text.ts'
import { numberForm } from '../lib/typed-number.ts'
import { decimalUnits, formatHectares, numberComplaint } from '../lib/decimals.ts'
import { formatCount } from '../lib/format.ts'
import type { CellKind, CellText } from '../lib/table-cell.ts'
import { reviewedFields } from '../review/review.schema.ts'
import { withoutTrailing } from '../lib/trailing.ts'

export const PARTNER_LENGTH = { min: 2, max: 200 } as const
export const AREA_LENGTH = { min: 1, max: 20 } as const
export const ARRANGEMENT_LENGTH = { min: 2, max: 50 } as const

/** The five REDD+ eligible activities, each with the field of its hectares (001 §3). */
export const ELIGIBLE_ACTIVITIES = [
  { name: 'Reducing emissions from deforestation', field: 'emission_from_deforestation_area' },
  { name: 'Reducing emissions from forest degradation', field: 'emission_from_forest_degradation_area' },
  { name: 'Conservation of forest-carbon stocks', field: 'conservation_forest_carbon_stocks_area' },
  { name: 'Enhancement of forest-carbon stocks', field: 'enhancement_forest_carbon_stocks_area' },
  { name: 'Sustainable management of forests', field: 'sustainable_management_of_forest_area' },
] as const
export type EligibleActivity = (typeof ELIGIBLE_ACTIVITIES)[number]['name']
export type AreaField = (typeof ELIGIBLE_ACTIVITIES)[number]['field']

const activityNames = ELIGIBLE_ACTIVITIES.map((activity) => activity.name) as [
  EligibleActivity,
  ...EligibleActivity[],
]

export const IMPLEMENTATION_ARRANGEMENTS = ['Tenure', 'MOA/MOU', 'Others'] as const

/** Returns one sentence if a typed area is invalid, otherwise null. */
export function areaComplaint(label: string, typed: string): string | null {
  const tooLong = `${label} cannot exceed ${AREA_LENGTH.max} characters.`
  if (typed.length > TYPED_PER_STORED * AREA_LENGTH.max) return tooLong
  const text = numberForm(typed)
  if (text.length < AREA_LENGTH.min) return `${label} is required.`
  return text.length > AREA_LENGTH.max ? tooLong : numberComplaint(label, text)
}

const text = z.string()
const whole = z.number()
const maybe = z.nullable(z.string())

const chosen = (label: string) => chosenId(`${label} is required.`)

/** Both are checked in `sites.rules.ts`, because they count only if their activity or arrangement is chosen. */
const whenChosen = (label: string) => z.nullish(lineOf(label, ARRANGEMENT_LENGTH.max))
const areaWhenChosen = (label: string) => z.nullish(numberText(label, AREA_LENGTH.max))

const partner = requiredText('Name of Partner/Implementer', PARTNER_LENGTH)

const projectArea = numberText('Project Area', AREA_LENGTH.max)
  .check(
    z.check((payload) => {
      const message = areaComplaint('Project Area', payload.value)
      if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
    }),
  )
  .register(z.globalRegistry, { minLength: AREA_LENGTH.min, maxLength: AREA_LENGTH.max })

type Value = string | number | null

/** A field's value in comparisons: equal if the keys are equal, described by the words. */
type ComparedValue = { key: unknown; words: string }

type Reported = { header: string; kind: CellKind; width: number; cell: CellText }

/** The part of the form that shows a field; `within`: shown by the part of another field. */
export type FormPart =
  | { part: 'line'; label: string; help: string | null; required: boolean; max: number }
  | { part: 'place' | 'years' | 'activities' | 'arrangement' | 'within' | 'document' }

/** The properties of each field. None can be omitted: null or false means no. */
type SiteFieldRow = {
  type: 'text' | 'year' | 'hectares' | 'choice' | 'choices' | 'place' | 'file'
  label: string
  /** as the form sends it; each field with an input is a column of `site_profiles` */
  input: z.ZodMiniType | null
  /** as in API replies */
  wire: z.ZodMiniType
  logged: boolean
  /** as snapshots store it; a field added later needs `z._default(…, null)`, because older snapshots lack it */
  kept: z.ZodMiniType | null
  /** `document`: compared by content */
  compared: ((one: never) => ComparedValue) | 'document' | null
  /** `elsewhere`: in the column of another field */
  reported: Reported | 'elsewhere' | null
  searched: boolean
  /** on the page of a profile; an array is shown as a list */
  shown: ((site: never) => Value | string[]) | null
  /** its position on pages and in comparisons; log, report and form follow the order of the table */
  position: number | null
  form: FormPart | null
}

const column = <const Cell extends CellText>(header: string, kind: CellKind, width: number, cell: Cell) => ({
  header,
  kind,
  width,
  cell,
})

/** A cell with one field, or with several in sequence. */
const only = <Field extends string>(field: Field) => ({ fields: [field], between: '' }) as const
const joined = <Field extends string>(between: string, ...fields: Field[]) => ({ fields, between }) as const

const NONE = 'N/A'

const ownName =
  <Name extends string>(name: Name) =>
  (one: Record<Name, Value>): Value =>
    one[name]

const verbatim =
  <Name extends string>(name: Name) =>
  (one: Record<Name, Value>): ComparedValue => {
    const value = one[name]
    return { key: value, words: String(value ?? NONE) }
  }

/** Places are compared by id, because their names may change. */
const byName =
  <Id extends string, Name extends string>(id: Id, name: Name) =>
  (one: Record<Id, number | null> & Record<Name, string | null>): ComparedValue => ({
    key: one[id],
    words: one[name] ?? NONE,
  })

const FEWEST_PLACES = 2

/** "1,234.50 ha" with all significant decimals, so that different values never look the same. */
function inHectares(area: string): string {
  const [integer = '0', places = ''] = area.split('.')
  const significant = withoutTrailing(places, '0').padEnd(FEWEST_PLACES, '0')
  return `${formatCount(BigInt(integer))}.${significant} ha`
}

/** 100.5 and 100.50 are the same area. */
const area = (hectares: string): ComparedValue => ({
  key: decimalUnits(hectares) ?? hectares,
  words: inHectares(hectares),
})

type Arrangement = { implementation_arrangement: string; implementation_arrangement_others: string | null }

const arrangementOf = (one: Arrangement): string =>
  [one.implementation_arrangement, one.implementation_arrangement_others].filter(Boolean).join(': ')

type Activities = { redd_eligible_activities_area: readonly string[] } & Record<AreaField, string | null>

const activitiesOf = (site: Activities): string[] =>
  ELIGIBLE_ACTIVITIES.filter(({ name }) => site.redd_eligible_activities_area.includes(name)).map(
    ({ name, field }) => `${name}: ${formatHectares(site[field])} ha`,
  )

const year = <Name extends string>(name: Name, label: string, position: number, part: 'years' | 'within') =>
  ({
    type: 'year',
    label,
    input: z.int(`${label} is required.`).check(z.positive(`${label} is required.`)),
    wire: whole,
    logged: true,
    kept: whole,
    compared: verbatim(name),
    searched: false,
    shown: ownName(name),
    position,
    form: { part },
  }) as const satisfies Omit<SiteFieldRow, 'reported'>

/** The hectares of an eligible activity, which count only if it is chosen. */
const activityArea = ({ name, field }: (typeof ELIGIBLE_ACTIVITIES)[number], position: number) =>
  ({
    type: 'hectares',
    label: name,
    input: areaWhenChosen(`${name} area`),
    wire: maybe,
    logged: true,
    kept: maybe,
    compared: (one: Activities): ComparedValue => {
      const hectares = one.redd_eligible_activities_area.includes(name) ? one[field] : null
      return hectares === null ? { key: null, words: 'Not chosen' } : area(hectares)
    },
    reported: null,
    searched: false,
    shown: null,
    position,
    form: { part: 'within' },
  }) as const satisfies SiteFieldRow

/** A place is entered as an id; log, report and pages show its name. */
const CHOSEN_PLACE = {
  type: 'place',
  logged: false,
  reported: null,
  searched: false,
  shown: null,
  form: { part: 'place' },
} as const

const PLACE_NAME = {
  type: 'place',
  input: null,
  logged: true,
  compared: null,
  searched: true,
  form: null,
} as const

const document = (label: string) =>
  ({
    type: 'file',
    label,
    input: chosen(label),
    wire: whole,
    logged: true,
    kept: null,
    compared: 'document',
    reported: null,
    searched: false,
    shown: null,
    position: null,
    form: { part: 'document' },
  }) as const satisfies SiteFieldRow

const documentName = (label: string) =>
  ({
    ...document(label),
    input: null,
    wire: text,
    compared: null,
    form: null,
  }) as const satisfies SiteFieldRow

/**
 * All properties of the fields of a profile in one place: forms, calls, log, snapshots, comparisons, reports and pages
 * are derived from it. Its order is that of the form, the log and the report.
 *
 * To add a field, add a row here and a migration (then `npm run db:types`); the compiler then requires its text in the
 * import template (`shared/imports/columns.ts`). Rules over several fields go into `sites.rules.ts`, larger parts of
 * the form into `SiteFormParts.tsx`. The tests list headers independently of the code: add a reported field to
 * `tests/support/oracles/report-headers.ts`, and every field of an import to `tests/support/records/imports.ts`.
 */
export const SITE_FIELDS = {
  code: {
    type: 'text',
    label: 'SITES ID',
    input: null,
    wire: text,
    logged: false,
    kept: null,
    compared: null,
    reported: column('SITES Code', 'text', 22, only('code')),
    searched: true,
    shown: ownName('code'),
    position: 1,
    form: null,
  },
  region_id: {
    ...CHOSEN_PLACE,
    label: 'Region',
    input: chosen('Region'),
    wire: reviewedFields.region_id,
    kept: null,
    compared: null,
    position: null,
  },
  region: {
    ...PLACE_NAME,
    label: 'Region',
    wire: reviewedFields.region,
    kept: null,
    reported: column('Region', 'text', 20, only('region')),
    shown: ownName('region'),
    position: 3,
  },
  province_id: {
    ...CHOSEN_PLACE,
    label: 'Province',
    input: z.nullish(chosen('Province')),
    wire: reviewedFields.province_id,
    kept: z.nullable(whole),
    compared: byName('province_id', 'province'),
    position: 4,
  },
  province: {
    ...PLACE_NAME,
    label: 'Province',
    wire: reviewedFields.province,
    kept: maybe,
    reported: column('Province', 'text', 16, only('province')),
    shown: ownName('province'),
    position: 4,
  },
  city_id: {
    ...CHOSEN_PLACE,
    label: 'Municipality',
    input: chosen('Municipality'),
    wire: reviewedFields.city_id,
    kept: whole,
    compared: byName('city_id', 'city'),
    position: 5,
  },
  city: {
    ...PLACE_NAME,
    label: 'Municipality',
    wire: reviewedFields.city,
    kept: text,
    reported: column('Municipality', 'text', 18, only('city')),
    shown: ownName('city'),
    position: 5,
  },
  office: {
    type: 'place',
    label: 'Submitting Office',
    input: null,
    wire: reviewedFields.office,
    logged: false,
    kept: null,
    compared: null,
    reported: null,
    searched: false,
    shown: ownName('office'),
    position: 6,
    form: null,
  },
  name_of_partner: {
    type: 'text',
    label: 'Name of Partner/Implementer',
    input: partner,
    wire: text,
    logged: true,
    kept: text,
    compared: verbatim('name_of_partner'),
    reported: column('Name of Partner/Implementer', 'text', 28, only('name_of_partner')),
    searched: true,
    shown: ownName('name_of_partner'),
    position: 2,
    form: {
      part: 'line',
      label: 'Name of Partner/Implementer',
      help: null,
      required: true,
      max: PARTNER_LENGTH.max,
    },
  },
  project_area: {
    type: 'hectares',
    label: 'Project Area',
    input: projectArea,
    wire: text,
    logged: true,
    kept: text,
    compared: (one: { project_area: string }): ComparedValue => area(one.project_area),
    reported: column('Project Area', 'area', 11, only('project_area')),
    searched: false,
    shown: (site: { project_area: string }) => `${formatHectares(site.project_area)} ha`,
    position: 7,
    form: {
      part: 'line',
      label: 'Project Area (hectares)',
      help: 'As declared in the agreement, up to 4 decimals',
      required: true,
      max: AREA_LENGTH.max,
    },
  },
  year_implemented: {
    ...year('year_implemented', 'Year Implemented', 8, 'years'),
    reported: column('Year Implemented', 'whole', 12, only('year_implemented')),
  },
  project_year_start: {
    ...year('project_year_start', 'Project Year Start', 9, 'within'),
    reported: column('Project Year', 'text', 12, joined(' - ', 'project_year_start', 'project_year_end')),
  },
  project_year_end: {
    ...year('project_year_end', 'Project Year End', 10, 'within'),
    reported: 'elsewhere',
  },
  redd_eligible_activities_area: {
    type: 'choices',
    label: 'REDD+ Eligible Activities',
    input: z
      .array(z.enum(activityNames), 'REDD+ Eligible Activities is required.')
      .check(z.minLength(1, 'REDD+ Eligible Activities is required.')),
    wire: z.array(z.enum(activityNames)),
    logged: true,
    kept: z.array(text),
    compared: null,
    reported: column('REDD+ Eligible Activities Area', 'text', 34, {
      areas: 'redd_eligible_activities_area',
      between: '; ',
      is: ': ',
    }),
    searched: false,
    shown: activitiesOf,
    position: 12,
    form: { part: 'activities' },
  },
  [ELIGIBLE_ACTIVITIES[0].field]: activityArea(ELIGIBLE_ACTIVITIES[0], 13),
  [ELIGIBLE_ACTIVITIES[1].field]: activityArea(ELIGIBLE_ACTIVITIES[1], 14),
  [ELIGIBLE_ACTIVITIES[2].field]: activityArea(ELIGIBLE_ACTIVITIES[2], 15),
  [ELIGIBLE_ACTIVITIES[3].field]: activityArea(ELIGIBLE_ACTIVITIES[3], 16),
  [ELIGIBLE_ACTIVITIES[4].field]: activityArea(ELIGIBLE_ACTIVITIES[4], 17),
  implementation_arrangement: {
    type: 'choice',
    label: 'Implementation Arrangement',
    input: z.enum(IMPLEMENTATION_ARRANGEMENTS, 'Implementation Arrangement is required.'),
    wire: z.enum(IMPLEMENTATION_ARRANGEMENTS),
    logged: true,
    kept: text,
    compared: (one: Arrangement): ComparedValue => ({ key: arrangementOf(one), words: arrangementOf(one) }),
    reported: column(
      'Implementation Agreement',
      'text',
      20,
      joined(': ', 'implementation_arrangement', 'implementation_arrangement_others'),
    ),
    searched: false,
    shown: arrangementOf,
    position: 11,
    form: { part: 'arrangement' },
  },
  implementation_arrangement_others: {
    type: 'text',
    label: 'Please specify',
    input: whenChosen('Please specify'),
    wire: maybe,
    logged: true,
    kept: maybe,
    compared: null,
    reported: 'elsewhere',
    searched: false,
    shown: null,
    position: null,
    form: { part: 'within' },
  },
  agreement_id: document('Agreement'),
  agreement_file_name: documentName('Agreement'),
  map_kml_id: document('Location Map'),
  map_kml_name: documentName('Location Map'),
} as const satisfies Record<string, SiteFieldRow>

type Table = typeof SITE_FIELDS
export type SiteField = keyof Table

export type Having<Flag extends keyof SiteFieldRow> = {
  [Field in SiteField]: Table[Field][Flag] extends null | false ? never : Field
}[SiteField]

const having = <Flag extends keyof SiteFieldRow>(flag: Flag) =>
  (Object.keys(SITE_FIELDS) as SiteField[]).filter((field) => SITE_FIELDS[field][flag]) as Having<Flag>[]

export type DocumentField = {
  [Field in SiteField]: Table[Field]['compared'] extends 'document' ? Field : never
}[SiteField]

const byPosition = (a: SiteField, b: SiteField): number =>
  (SITE_FIELDS[a].position ?? 0) - (SITE_FIELDS[b].position ?? 0)

/** The fields a person enters, in the order of the form; each is a column of the table `site_profiles`. */
export const FORM_FIELDS = having('input')
/** The logged fields of a profile: places and files by name; files by id too, because two can have the same name. */
export const LOGGED_FIELDS = having('logged')
export const REPORTED_FIELDS = having('reported')
/** The fields that a search covers: names of places, and the profile's own texts. */
export const SEARCHED_PLACES = having('searched').filter(
  (field) => SITE_FIELDS[field].type === 'place',
) as Searched<'place'>[]
export type Searched<Type extends SiteFieldRow['type']> = {
  [Field in Having<'searched'>]: Table[Field]['type'] extends Type ? Field : never
}[Having<'searched'>]
export const COMPARED_FIELDS = having('compared').sort(byPosition)
export const SHOWN_FIELDS = having('shown').sort(byPosition)

/** The schemas of some fields under one property, as the shape of an object. */
const shapeOf = <Flag extends 'input' | 'wire' | 'kept', Field extends SiteField>(
  flag: Flag,
  fields: readonly Field[],
) =>
  Object.fromEntries(fields.map((field) => [field, SITE_FIELDS[field][flag]])) as {
    [Name in keyof Pick<Table, Field>]: Table[Name][Flag]
  }

export const INPUT_SHAPE = shapeOf('input', FORM_FIELDS)
export const WIRE_SHAPE = shapeOf('wire', having('wire'))
export const KEPT_SHAPE = shapeOf('kept', having('kept'))
export const REPORTED_SHAPE = shapeOf('wire', REPORTED_FIELDS)
