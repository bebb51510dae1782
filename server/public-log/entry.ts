import { hash } from 'node:crypto'
import { z } from 'zod/mini'
import { type LoggedRow, withSortedKeys } from '../audit/logged-row.ts'

/** Version of the format of entries, stored with each, to distinguish them; format 1 was never released. */
export const FORM = 2
const FORMAT = `safeguards row ${FORM}` as const

/** The parts of a row that can be shown separately, in the order of the entry. */
export const PARTS = ['what', 'facts', 'who', 'words', 'rest'] as const
export type Part = (typeof PARTS)[number]
/** The parts that remain of an erased row: they hold no personal data. */
export const FACT_PARTS: readonly Part[] = ['what', 'facts']

export const SALT_BYTES = 16
const HASH_BYTES = 32

/** Modules whose rows are about records: their code names no person, and their changes can be facts. */
const FACT_MODULES: ReadonlySet<string> = new Set([
  'Profiling of SITES',
  'SITES Activities',
  'Summary of Information',
  'System',
])

/**
 * The fields that hold no personal data and are never erased. The list is part of the format and frozen with it: adding
 * or removing a field would change published entries. The database has the same list (0006_audit_log.sql).
 */
export const FACT_FIELDS: ReadonlySet<unknown> = new Set([
  'penro_status',
  'region_status',
  'fmb_status',
  'site_status',
  'status',
  'principle_number_1',
  'principle_number_2',
  'principle_number_3',
  'principle_number_4',
  'principle_number_5',
  'principle_number_6',
  'principle_number_7',
  'principle_number_8',
  // of the approval of a profile
  'code',
  'name_of_partner',
  'region_id',
  'province_id',
  'city_id',
  'project_area',
  'year_implemented',
  'project_year_start',
  'project_year_end',
  'emission_from_deforestation_area',
  'emission_from_forest_degradation_area',
  'conservation_forest_carbon_stocks_area',
  'enhancement_forest_carbon_stocks_area',
  'sustainable_management_of_forest_area',
  'redd_eligible_activities_area',
  'approved_at',
  'map_sha256',
  'boundary_sha256',
  'boundary_ha',
  // of the approval of an activity
  'site_profile_id',
  'reporting_year',
  'principle_batch_number',
  'disabled_principle',
  'disabled_indicator',
  'figures',
  'statements_sha256',
  'evidence_sha256',
  // of a file, a certificate and a summary, and which row was erased
  'file_id',
  'size',
  'sha256',
  'certificate',
  'issued_at',
  'records',
  'files',
  'crosswalk_version',
  'frozen_at',
  'published_at',
  'replaced_at',
  'withdrawn_at',
  'row',
])

/** The field that marks an erased row. */
const MARKER = 'content_erased'
const ERASED_MARK = { field: MARKER, old: null, new: null }

// anything may have been written into this column, and verification must not crash on it
type Change = { field?: unknown } | null
const changesOf = ({ field_change }: LoggedRow): readonly Change[] =>
  Array.isArray(field_change) ? (field_change as Change[]) : []
const isAboutRecord = ({ auditable_type }: LoggedRow): boolean => FACT_MODULES.has(auditable_type)

/** Returns the changes of a row that are facts, or those that are not. */
const changesThat = (are: 'facts' | 'words', row: LoggedRow): Change[] =>
  changesOf(row).filter(
    (change) => (isAboutRecord(row) && FACT_FIELDS.has(change?.field)) === (are === 'facts'),
  )

/**
 * Returns the text that is hashed for a part: what happened to which record; the facts that changed; who did it, as a
 * history shows it; what else changed; and what only the log itself contains.
 */
function textOf(part: Part, row: LoggedRow): string {
  const hasOwnCode = isAboutRecord(row)
  switch (part) {
    case 'what':
      return JSON.stringify([
        FORM,
        row.id,
        row.created_at,
        row.access_level,
        row.region_id,
        row.office_id,
        row.auditable_type,
        row.auditable_id,
        hasOwnCode ? row.auditable_code : null,
        row.event,
      ])
    case 'facts':
      return JSON.stringify(withSortedKeys(changesThat('facts', row)))
    case 'who':
      return JSON.stringify([row.user_name, row.role_name])
    case 'words': {
      const words = Array.isArray(row.field_change) ? changesThat('words', row) : row.field_change
      return JSON.stringify([hasOwnCode ? null : row.auditable_code, withSortedKeys(words)])
    }
    case 'rest':
      return JSON.stringify([row.user_id, row.user_email, row.network_address, row.request_id])
  }
}

/** The texts of a row that was deleted before it was sealed. */
const textOfLostRow = (part: Part): string => (part === 'what' ? 'gone' : '')

const partHash = (salt: Buffer, text: string): Buffer =>
  hash('sha256', Buffer.concat([salt, Buffer.from(text)]), 'buffer')

/** The salt of a part, derived so that it does not reveal those of the other parts. */
const saltOf = (salt: Buffer, place: number): Buffer =>
  hash('sha256', Buffer.concat([salt, Buffer.from([place])]), 'buffer').subarray(0, SALT_BYTES)

const entryOver = (hashes: readonly Buffer[]): Buffer => hash('sha256', Buffer.concat(hashes), 'buffer')

/** Returns the entry of a row: 32 bytes that reveal nothing without the salt. */
export const entryOf = (salt: Buffer, row: LoggedRow | null): Buffer =>
  entryOver(
    PARTS.map((part, place) => partHash(saltOf(salt, place), row ? textOf(part, row) : textOfLostRow(part))),
  )

/** of this exact length: a longer salt could contain the beginning of the text */
const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)))
/** A part in a proof: its text with its salt, or only its hash. */
const RevealedPart = z.union([
  z.strictObject({ salt: hex(SALT_BYTES), text: z.string() }),
  z.strictObject({ hash: hex(HASH_BYTES) }),
])
type RevealedPart = z.output<typeof RevealedPart>

/** A row with some parts readable and the others as hashes. */
export const RevealedRow = z.strictObject({
  format: z.literal(FORMAT),
  what: RevealedPart,
  facts: RevealedPart,
  who: RevealedPart,
  words: RevealedPart,
  rest: RevealedPart,
})
export type RevealedRow = z.output<typeof RevealedRow>

/** Returns the parts by name, in their order. */
export const revealedParts = (row: RevealedRow): [Part, RevealedPart][] =>
  PARTS.map((name) => [name, row[name]])

const revealedHash = (part: RevealedPart): Buffer =>
  'hash' in part ? Buffer.from(part.hash, 'hex') : partHash(Buffer.from(part.salt, 'hex'), part.text)

const withPartsRevealed = (parts: readonly (readonly [Part, RevealedPart])[]): RevealedRow =>
  ({ format: FORMAT, ...Object.fromEntries(parts) }) as RevealedRow

/** Returns the row with all parts readable. */
export const revealRow = (salt: Buffer, row: LoggedRow): RevealedRow =>
  withPartsRevealed(
    PARTS.map((part, place) => [
      part,
      { salt: saltOf(salt, place).toString('hex'), text: textOf(part, row) },
    ]),
  )

/** Returns the row with only these parts readable. */
export const withOnly = (row: RevealedRow, shown: readonly Part[]): RevealedRow =>
  withPartsRevealed(
    revealedParts(row).map(([name, part]) => [
      name,
      shown.includes(name) ? part : { hash: revealedHash(part).toString('hex') },
    ]),
  )

/** Returns the entry that a revealed row leads to. */
export const entryOfRevealed = (row: RevealedRow): Buffer =>
  entryOver(revealedParts(row).map(([, part]) => revealedHash(part)))

const isMark = (change: Change): boolean => change?.field === MARKER

/** Returns what remains of a row when its personal data are erased. */
export const erasedOf = (row: LoggedRow): LoggedRow => ({
  ...row,
  user_id: null,
  user_name: null,
  user_email: null,
  role_name: null,
  network_address: null,
  request_id: null,
  auditable_code: isAboutRecord(row) ? row.auditable_code : null,
  field_change: [...changesThat('facts', row), ERASED_MARK],
})

/** Whether a row has no names and comments, so that erasing would change nothing. */
export const hasNoPersonalData = (row: LoggedRow): boolean =>
  JSON.stringify({ ...erasedOf(row), field_change: changesThat('facts', row) }) === JSON.stringify(row)

/** Returns an erased row without its mark, which must be the last change; null otherwise. */
function withoutMark(row: LoggedRow): LoggedRow | null {
  const changes = changesOf(row)
  return changes.findIndex(isMark) === changes.length - 1 && changes.length > 0
    ? { ...row, field_change: changes.slice(0, -1) }
    : null
}

/** Returns what is stored of an erased row, if the row still says exactly that and nothing else; null otherwise. */
export function revealedOfErased(stored: unknown, row: LoggedRow): RevealedRow | null {
  const shown = RevealedRow.safeParse(stored).data
  const before = shown && withoutMark(row)
  if (!before) return null
  const isLeft = JSON.stringify(withSortedKeys(erasedOf(before))) === JSON.stringify(withSortedKeys(row))
  const fits = ([name, part]: [Part, RevealedPart]): boolean =>
    'text' in part
      ? FACT_PARTS.includes(name) && part.text === textOf(name, before)
      : !FACT_PARTS.includes(name)
  return isLeft && revealedParts(shown).every(fits) ? shown : null
}

/** Whether an erased row is what remains of the row that this entry was made of. */
export function isEntryOfErased(stored: unknown, row: LoggedRow, entry: Buffer): boolean {
  const shown = revealedOfErased(stored, row)
  return shown !== null && entryOfRevealed(shown).equals(entry)
}
