import { ELIGIBLE_ACTIVITIES } from '../sites/sites.fields.ts'
import { needsArrangementDetail, type SiteProfileInput } from '../sites/sites.schema.ts'
import { type Cell, inSentence } from './cells.ts'
import { headerOf, IMPORT_FIELDS, type ImportField } from './columns.ts'
import type { ImportOffice, PlaceFinder } from './places.ts'
import { type Value, valueOf } from './values.ts'

export type RowCells = Partial<Record<ImportField, Cell>>

/** Texts of the columns that an import does not have, by their index in the table. */
export type OtherCells = Record<number, string>

type FindingKind = 'error' | 'warning'

/** One message about one cell of a row. */
export type RowFinding = { field: ImportField; kind: FindingKind; sentence: string }

/** A warning about the boundary of a row. */
export const aboutMap = (sentence: string): RowFinding => ({ field: 'map_kml_id', kind: 'warning', sentence })

/** The form filled in from a row; values that cannot be read are left out and reported. */
export type RowDraft = {
  draft: Partial<Record<keyof SiteProfileInput, unknown>>
  office: ImportOffice | null
  files: { agreement_id: string | null; map_kml_id: string | null }
  findings: RowFinding[]
}

/** placeholder for a file that a row names, until it is stored and has an id */
const NAMED_FILE = 1

/** Reads a row into the form. Reports only values that no form could hold; the form's rules check the rest. */
export function readRow(cells: RowCells, places: PlaceFinder): RowDraft {
  const findings: RowFinding[] = []
  const refuse = (field: ImportField, sentence: string): undefined => {
    findings.push({ field, kind: 'error', sentence })
    return undefined
  }
  const values = new Map<ImportField, Extract<Value, { value: unknown }>['value']>()
  for (const field of IMPORT_FIELDS) {
    const read = valueOf(field, cells[field])
    values.set(field, 'sentence' in read ? refuse(field, read.sentence) : read.value)
  }
  const text = (field: ImportField): string | undefined => {
    const value = values.get(field)
    return typeof value === 'string' ? value : undefined
  }
  const place = (field: ImportField, find: (name: string) => number | null): number | undefined => {
    const name = text(field)
    if (name === undefined) return undefined
    return find(name) ?? refuse(field, unknownPlace(headerOf(field), name))
  }

  const region_id = place('region_id', (name) => places.region(name))
  const province_id = place('province_id', (name) => places.province(name, region_id))
  const near = { ...(region_id === undefined ? {} : { region_id }), province_id }
  const city_id = place('city_id', (name) => places.city(name, near))
  const named = text('office')
  const office = named === undefined ? null : places.office(named, region_id)
  if (named !== undefined && !office) refuse('office', unknownPlace(headerOf('office'), named))

  const rest = Object.fromEntries(
    IMPORT_FIELDS.filter((field) => field !== 'office').map((field) => [field, values.get(field)]),
  )
  const files = { agreement_id: text('agreement_id') ?? null, map_kml_id: text('map_kml_id') ?? null }
  return {
    draft: {
      ...rest,
      region_id,
      province_id,
      city_id,
      agreement_id: files.agreement_id === null ? undefined : NAMED_FILE,
      map_kml_id: files.map_kml_id === null ? undefined : NAMED_FILE,
    },
    office,
    files,
    findings: [...findings, ...ignoredAreas(values), ...ignoredSpecification(values)],
  }
}

const unknownPlace = (header: string, name: string): string =>
  `There is no ${header.toLowerCase()} called "${inSentence(name)}". Please write it as the sheet "Places" of the template does.`

/** Areas that the form would silently drop. */
function ignoredAreas(values: ReadonlyMap<ImportField, unknown>): RowFinding[] {
  const chosen = values.get('redd_eligible_activities_area')
  if (!Array.isArray(chosen)) return []
  return ELIGIBLE_ACTIVITIES.flatMap(({ name, field }) =>
    chosen.includes(name) || values.get(field) === undefined
      ? []
      : [
          {
            field,
            kind: 'warning' as const,
            sentence:
              'This area does not count, because the activity is not among the REDD+ Eligible Activities.',
          },
        ],
  )
}

/** A specification that the form would silently drop. */
function ignoredSpecification(values: ReadonlyMap<ImportField, unknown>): RowFinding[] {
  const field = 'implementation_arrangement_others'
  const chosen = values.get('implementation_arrangement')
  if (typeof chosen !== 'string' || values.get(field) === undefined || needsArrangementDetail(chosen))
    return []
  const sentence = `This is not imported: the form has "${headerOf(field)}" for Tenure and Others, and this row says ${chosen}.`
  return [{ field, kind: 'warning', sentence }]
}

/** Adds the form's errors, except for fields whose cell could not be read: to the form they are just empty. */
export function withFormErrors(
  findings: readonly RowFinding[],
  errors: Record<string, readonly string[]>,
): RowFinding[] {
  const refused = new Set(findings.filter(({ kind }) => kind === 'error').map(({ field }) => field))
  const more = Object.entries(errors).flatMap(([field, sentences]) =>
    refused.has(field as ImportField)
      ? []
      : sentences.map((sentence): RowFinding => ({ field: field as ImportField, kind: 'error', sentence })),
  )
  return [...findings, ...more]
}
