import { createHash } from 'node:crypto'
import { officeComplaint, type PlaceFinder } from '../../shared/imports/places.ts'
import {
  aboutMap,
  readRow,
  type RowCells,
  type RowDraft,
  type RowFinding,
  withFormErrors,
} from '../../shared/imports/row.ts'
import { layerFindingWords, notComparedWords, uncoveredKinds } from '../../shared/land/land-states.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import { decimalUnits } from '../../shared/lib/decimals.ts'
import { searchForm } from '../../shared/lib/search-form.ts'
import { FORM_FIELDS, SITE_FIELDS } from '../../shared/sites/sites.fields.ts'
import { ownPlaceErrors, type SiteForm, siteErrors, tidySite } from '../../shared/sites/sites.rules.ts'
import { REGION_WITHOUT_PROVINCES, SiteProfileInput } from '../../shared/sites/sites.schema.ts'
import { hasExtensionOf, locationMapComplaint } from '../../shared/files/file-checks.ts'
import type { BoundaryQuestion } from '../../shared/land/boundary-answers.ts'
import type { ExaminedFile } from '../uploads/files.actions.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, isRefusal } from '../lib/errors.ts'
import { type ChosenPlaces, findChosenPlaces, placeErrors } from '../places/places.queries.ts'
import { listDuplicates } from '../sites/duplicates.queries.ts'
import { measureNew, reportOf } from '../sites/boundaries.actions.ts'
import { formResults } from '../land/screening.actions.ts'
import { officeFor } from '../sites/sites.actions.ts'
import type { Archives } from './archives.ts'

/** Shared by the rows of one import. */
export type RowContext = {
  ctx: Ctx
  archives: Archives
  places: PlaceFinder
  /** places of the present batch of rows, which mostly have the same */
  chosen: Map<string, Promise<ChosenPlaces>>
}

function chosenPlaces({ ctx, chosen: known }: RowContext, chosen: Chosen): Promise<ChosenPlaces> {
  const key = JSON.stringify(chosen)
  const places = known.get(key) ?? findChosenPlaces(ctx.db, chosen)
  known.set(key, places)
  return places
}

/** Handles a file that a row names: examines it, or stores it too. */
export type FileTaker<File extends ExaminedFile> = (file: {
  field: FileField
  kind: 'pdf' | 'kml' | 'boundary'
  name: string
}) => Promise<File>

type FileField = 'agreement_id' | 'map_kml_id'
const FILE_FIELDS = [
  { field: 'agreement_id', kind: 'pdf' },
  { field: 'map_kml_id', kind: 'kml' },
] as const

type BoundaryOfRow = Awaited<ReturnType<typeof measureNew>>

export type GoodRow<File> = {
  input: SiteProfileInput
  places: ChosenPlaces
  drawn: BoundaryOfRow
  office_id: number
  /** hash of the row's content without its number and file names: the same again is the same profile */
  fingerprint: Buffer
  files: Record<FileField, File>
}

export type EvaluatedRow<File> = {
  findings: RowFinding[]
  good: GoodRow<File> | null
  /** hash of partner, municipality and project years; null while one of them cannot be read */
  project: Buffer | null
}

/** Runs every check of the form for a new profile on a row. Writes nothing. */
export async function evaluateRow<File extends ExaminedFile>(
  context: RowContext,
  cells: RowCells,
  take: FileTaker<File>,
): Promise<EvaluatedRow<File>> {
  const { ctx } = context
  const read = readRow(cells, context.places)
  const files = await filesOf(context, read, take)
  const parsed = SiteProfileInput.safeParse(read.draft)
  const chosen = chosenIn(read.draft)
  const places = await chosenPlaces(context, chosen)
  const office = officeOf(ctx, read, chosen, places)
  const map = files.found.map_kml_id
  const project_area = typeof read.draft.project_area === 'string' ? read.draft.project_area : null
  const drawn = map?.boundary ? await measureNew(ctx.db, map.boundary, places, project_area) : null

  const errors = merged(
    siteErrors(read.draft, manilaYear(ctx.services.now())),
    chosen.region_id === null ? {} : ownPlaceErrors(ctx.actor, { ...chosen, region_id: chosen.region_id }),
    // without a choice there is no wrong place to report
    chosen.region_id === null || chosen.city_id === null ? {} : placeErrors(chosen, places),
    files.errors,
    drawn && !drawn.ok ? { map_kml_id: [drawn.reason] } : {},
    office.errors,
  )
  const findings = withFormErrors(read.findings, errors)
  const project = projectOf(read.draft)
  const { agreement_id, map_kml_id } = files.found
  const isWrong = findings.some(({ kind }) => kind === 'error')
  if (isWrong || !parsed.success || !drawn?.ok || !agreement_id || !map_kml_id || office.office_id === null)
    return { findings, good: null, project }

  const form = tidySite(parsed.data)
  const fingerprint = fingerprintOf(form, office.office_id, [agreement_id, map_kml_id])
  const warned = [
    ...findings,
    ...(await boundaryWarnings(ctx, drawn, form)),
    ...(await duplicateWarnings(ctx, form)),
  ]
  return {
    findings: warned,
    project,
    good: {
      input: parsed.data,
      places,
      drawn,
      fingerprint,
      office_id: office.office_id,
      files: { agreement_id, map_kml_id },
    },
  }
}

function merged(...all: FieldErrors[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const some of all)
    for (const [field, sentences] of Object.entries(some))
      errors[field] = [...new Set([...(errors[field] ?? []), ...sentences])]
  return errors
}

type Chosen = { region_id: number | null; province_id: number | null; city_id: number | null }

/** The places of a row; the region without provinces has none, as on the form. */
function chosenIn({ region_id, province_id, city_id }: RowDraft['draft']): Chosen {
  const id = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    region_id: id(region_id),
    province_id: region_id === REGION_WITHOUT_PROVINCES ? null : id(province_id),
    city_id: id(city_id),
  }
}

/** The office that the row names, else the one the form would select. */
function officeOf(
  ctx: Ctx,
  { office, draft, findings }: RowDraft,
  chosen: Chosen,
  places: ChosenPlaces,
): { office_id: number | null; errors: FieldErrors } {
  const none = { office_id: null, errors: {} }
  // errors of the places come first
  if (chosen.region_id === null || findings.some(({ field }) => field === 'office')) return none
  if (office) {
    const complaint = officeComplaint(office, { ...chosen, region_id: chosen.region_id })
    return complaint
      ? { office_id: null, errors: { office: [complaint] } }
      : { office_id: office.id, errors: {} }
  }
  if (chosen.province_id === null && draft.region_id !== REGION_WITHOUT_PROVINCES) return none
  try {
    return { office_id: officeFor(ctx, chosen, places), errors: {} }
  } catch (error) {
    if (!(error instanceof AppError) || error.why !== 'invalid_input') throw error
    return { office_id: null, errors: error.errors }
  }
}

type FilesOfRow<File> = { found: Partial<Record<FileField, File>>; errors: FieldErrors }

async function filesOf<File extends ExaminedFile>(
  { archives }: RowContext,
  { files }: RowDraft,
  take: FileTaker<File>,
): Promise<FilesOfRow<File>> {
  const result: FilesOfRow<File> = { found: {}, errors: {} }
  for (const { field, kind } of FILE_FIELDS) {
    const name = files[field]
    if (name === null) continue
    const there = archives.find(name)
    if (!there.ok) {
      result.errors[field] = [there.sentence]
      continue
    }
    const complaint = field === 'map_kml_id' ? locationMapComplaint({ name, size: 0 }) : null
    if (complaint) {
      result.errors[field] = [complaint]
      continue
    }
    try {
      const isOther = field === 'map_kml_id' && hasExtensionOf('boundary', name)
      const file = await take({ field, kind: isOther ? 'boundary' : kind, name })
      if (file.boundary_question) result.errors[field] = [QUESTION_IN_TABLE[file.boundary_question]]
      else result.found[field] = file
    } catch (error) {
      result.errors[field] = sentencesOf(error)
    }
  }
  return result
}

/** A table has no place for an answer, so a map that asks something is added with the form, or saved without doubt. */
const QUESTION_IN_TABLE: Record<BoundaryQuestion, string> = {
  crs: 'The map does not name its coordinate system. Please export it in WGS 84, or add this profile with the form, which asks for it.',
  close:
    'The map has an open track. Please save it as a closed polygon, or add this profile with the form, which draws it and asks whether to close it.',
}

/** The sentences for a rejected file. Rethrows an error that is not about the file. */
function sentencesOf(error: unknown): string[] {
  if (isRefusal(error, 'no_import')) return [error.message]
  if (!(error instanceof AppError)) throw error
  const { file } = error.errors
  if (file && file.length > 0) return file
  throw error
}

/** The warnings that the profile's page would show, overlaps with other sites included (S-139). */
async function boundaryWarnings(
  ctx: Ctx,
  drawn: Extract<BoundaryOfRow, { ok: true }>,
  place: PlaceOfRow,
): Promise<RowFinding[]> {
  const { warnings, not_checked } = await reportOf(ctx, drawn)
  // the rest are overlaps that were not checked, which must not look like "no overlap"
  const ofOverlaps = not_checked.slice(drawn.report.not_checked.length)
  return [...warnings.map(({ message }) => message), ...ofOverlaps, ...landWarnings(ctx, drawn, place)].map(
    aboutMap,
  )
}

/** the findings of one layer that are listed for a row, the largest first */
const LAND_LISTED = 20

type PlaceOfRow = Parameters<typeof formResults>[2]

/** What the boundary meets in the layers of land, and the layers that say nothing of it. */
function landWarnings(
  { services }: Ctx,
  { land }: Extract<BoundaryOfRow, { ok: true }>,
  place: PlaceOfRow,
): string[] {
  const results = formResults(land, services.now(), place)
  const uncovered = uncoveredKinds(results)
  return results.flatMap((layer) => {
    const isSaid = layer.state !== 'not_covered' || uncovered.includes(layer.kind)
    const unknown = isSaid ? notComparedWords(layer) : null
    const more = layer.findings.length - LAND_LISTED
    return [
      ...(unknown === null ? [] : [unknown]),
      ...layerFindingWords(layer, layer.findings.slice(0, LAND_LISTED)),
      ...(more > 0
        ? [`${layer.name}: ${formatCount(more)} smaller findings are listed on the profile.`]
        : []),
    ]
  })
}

/** A partner may run two sites, so a duplicate is a warning, as on the form (S-43). */
async function duplicateWarnings(ctx: Ctx, form: SiteForm): Promise<RowFinding[]> {
  const { name_of_partner, city_id, project_year_start, project_year_end } = form
  const years = { project_year_start, project_year_end }
  const found = await listDuplicates(ctx.db, ctx.actor, { name_of_partner, city_id, ...years })
  if (found.length === 0) return []
  const codes = found.map(({ code }) => code).join(', ')
  const sentence = `A profile of the same partner, municipality and project years already exists: ${codes}.`
  return [{ field: 'name_of_partner', kind: 'warning', sentence }]
}

const hashOf = (content: unknown): Buffer => createHash('sha256').update(JSON.stringify(content)).digest()

function projectOf(draft: RowDraft['draft']): Buffer | null {
  const { name_of_partner, city_id, project_year_start, project_year_end } = draft
  const rest = [city_id, project_year_start, project_year_end]
  if (typeof name_of_partner !== 'string' || rest.includes(undefined)) return null
  return hashOf([searchForm(name_of_partner), ...rest])
}

/** A value in the form compared: texts without case and accents (S-128), areas without trailing zeros. */
function comparable(field: keyof SiteForm, value: SiteForm[keyof SiteForm]): unknown {
  if (typeof value !== 'string') return value
  return SITE_FIELDS[field].type === 'hectares' ? String(decimalUnits(value)) : searchForm(value)
}

function fingerprintOf(form: SiteForm, office_id: number, files: readonly ExaminedFile[]): Buffer {
  const said = FORM_FIELDS.filter((field) => field !== 'agreement_id' && field !== 'map_kml_id').map(
    (field) => [field, comparable(field, form[field])],
  )
  const content = [...said, ['office_id', office_id], ...files.map(({ kind, sha256 }) => [kind, sha256])]
  return hashOf(content)
}
