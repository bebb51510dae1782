import { hash } from 'node:crypto'
import { inOrder, type LoggedRow } from '../audit/logged-row.ts'

/** The parts of a row that can be shown without the others, in the order in which an entry holds them. */
export const PARTS = ['what', 'who', 'change', 'rest'] as const
export type Part = (typeof PARTS)[number]

export const SALT_BYTES = 16

/** How entries are made of their rows from now on. */
export const FORM = 1

/**
 * The texts a row is hashed as. What happened to which record; who did it, as a history shows it; what changed; and what
 * only the log itself tells. Columns that come later need a new number in front and leave old rows alone.
 */
const partTexts = (row: LoggedRow): Record<Part, string> => ({
  what: JSON.stringify([
    1,
    row.id,
    row.created_at,
    row.access_level,
    row.region_id,
    row.office_id,
    row.auditable_type,
    row.auditable_id,
    row.auditable_code,
    row.event,
  ]),
  who: JSON.stringify([row.user_name, row.role_name]),
  change: JSON.stringify(inOrder(row.field_change)),
  rest: JSON.stringify([row.user_id, row.user_email, row.network_address, row.request_id]),
})

/** The salt of one part, which says nothing of the others. */
const saltOf = (salt: Buffer, part: Part): Buffer =>
  hash('sha256', Buffer.concat([salt, Buffer.from([PARTS.indexOf(part)])]), 'buffer').subarray(0, SALT_BYTES)

const partHash = (salt: Buffer, text: string): Buffer =>
  hash('sha256', Buffer.concat([salt, Buffer.from(text)]), 'buffer')

const entryOver = (hashes: readonly Buffer[]): Buffer => hash('sha256', Buffer.concat(hashes), 'buffer')

/** A row of the log that is gone before it got its seal has a text of its own. */
const GONE: Record<Part, string> = { what: 'gone', who: '', change: '', rest: '' }

/** The entry of a row: 32 bytes that reveal nothing without the salt. */
export function entryOf(salt: Buffer, row: LoggedRow | null, _form = FORM): Buffer {
  const texts = row ? partTexts(row) : GONE
  return entryOver(PARTS.map((part) => partHash(saltOf(salt, part), texts[part])))
}

export const SHOWN_FORMAT = 'safeguards row 1'

/** A part as a proof holds it: its text with its salt, or its hash alone. */
type ShownPart = { salt: string; text: string } | { hash: string }
export type ShownRow = { format: typeof SHOWN_FORMAT } & Record<Part, ShownPart>

/** The row with these parts to be read and the others as hashes. */
export function showRow(salt: Buffer, row: LoggedRow, shown: readonly Part[]): ShownRow {
  const texts = partTexts(row)
  const show = (part: Part): ShownPart => {
    const own = saltOf(salt, part)
    return shown.includes(part)
      ? { salt: own.toString('hex'), text: texts[part] }
      : { hash: partHash(own, texts[part]).toString('hex') }
  }
  return {
    format: SHOWN_FORMAT,
    what: show('what'),
    who: show('who'),
    change: show('change'),
    rest: show('rest'),
  }
}

/** The entry that a shown row leads to. */
export const entryOfShown = (row: ShownRow): Buffer =>
  entryOver(
    PARTS.map((name) => {
      const part = row[name]
      return 'hash' in part
        ? Buffer.from(part.hash, 'hex')
        : partHash(Buffer.from(part.salt, 'hex'), part.text)
    }),
  )
