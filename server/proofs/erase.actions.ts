import { WITHDRAWN } from '../../shared/review/chain-faults.ts'
import { ACTIVITY } from '../activities/activity.kind.ts'
import type { LoggedRow } from '../audit/logged-row.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { emptyFindingStep } from '../land/finding-steps.queries.ts'
import { foreseen } from '../lib/errors.ts'
import { emptyInstrument } from '../land/instruments.queries.ts'
import { emptyNote } from '../notes/notes.queries.ts'
import { SITE } from '../sites/site.kind.ts'
import { emptyCommentStep } from '../summaries/comments.queries.ts'
import { erasedOf, FACT_PARTS, hasNoPersonalData, revealRow, withOnly } from '../public-log/entry.ts'
import {
  emptyPoints,
  emptyStep,
  emptySummaryReason,
  emptyWithdrawal,
  emptyWithdrawalReason,
  eraseContent,
  findStepOfRow,
  listRowsContaining,
  lockErasable,
  removeCopies,
  removeStoredAnswers,
  replaceComments,
} from './erase.queries.ts'

/** replaces the comment of an erased step in its record, while the record still shows it */
const ERASED_COMMENT = 'This comment was erased.'

/** What was erased besides the row, and which other rows contain the same texts. */
export type EraseResult = {
  is_step: boolean
  is_note?: true
  is_finding?: true
  is_comment?: true
  comments: number
  same_words: number[]
}

/**
 * Erases the names and comments of one row of the audit log for good, with the salt of its entry. The facts stay: what
 * happened, when, where and to which record, and they can be proved as before. A step of a record loses its comment as
 * well, a note, a comment on a summary and an entry about a finding their text, a withdrawn summary its reason. A new row
 * of the log records why.
 */
export const eraseRow = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: number,
  reason: string,
): Promise<EraseResult> =>
  db.transaction().execute(async (held) => {
    const erasable = await lockErasable(held, id)
    if (!erasable) throw foreseen(`The audit log has no row ${id}.`)
    const { row, salt, is_erased } = erasable
    if (is_erased) throw foreseen(`The content of row ${id} has been erased already.`)
    if (salt === null) throw foreseen(`Row ${id} is not in the public log yet: try again in a minute.`)
    // the reason of an erasure cannot be erased itself
    if (row.event === 'Content Erased')
      throw foreseen(`Row ${id} records that content was erased, and why: it cannot be erased.`)
    if (hasNoPersonalData(row))
      throw foreseen(`Row ${id} has no names and no comments: there is nothing to erase.`)
    // read while the row still says who made the step
    const step = await findStep(held, row)
    const kept = withOnly(revealRow(salt, row), FACT_PARTS)
    const erasure = { audit_log_id: id, erased_at: now().toISOString(), reason, kept }
    await eraseContent(held, erasure, erasedOf(row))
    const erased = step ? await eraseStep(held, row, step) : await eraseText(held, row)
    if (row.event === 'Point Withdrawn') await emptyWithdrawal(held, row)
    if (row.event === 'Withdrawn' && row.auditable_type === 'Summary of Information')
      await emptySummaryReason(held, row)
    if (row.event === WITHDRAWN) await emptyWithdrawalReason(held, row)
    await eraseInstrument(held, row)
    await writeAudit(held, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Content Erased',
      actor: OPERATOR,
      changes: [
        { field: 'row', old: null, new: String(id) },
        { field: 'reason', old: null, new: reason },
      ],
    })
    return erased
  })

const NO_STEP: EraseResult = { is_step: false, comments: 0, same_words: [] }

type Step = NonNullable<Awaited<ReturnType<typeof findStep>>>

const kindOf = (row: LoggedRow) => [SITE, ACTIVITY].find(({ module }) => module === row.auditable_type)

/** Erases the texts of the instrument that the row is about if it is removed, and temporary copies of them. */
async function eraseInstrument(db: Db, row: LoggedRow): Promise<void> {
  const id = row.event.startsWith('Instrument ') ? textIdOf(row, 'instrument') : null
  if (id === null || row.auditable_id === null) return
  const texts = await emptyInstrument(db, row.auditable_id, id)
  if (texts.length > 0)
    await removeCopies(db, { record: SITE.reference(row.auditable_id), code: row.auditable_code, texts })
}

/** How the text that each of these rows was written with is emptied, and the field that has its id. */
const TEXTS: Partial<
  Record<string, { field: string; empty: (db: Db, id: number, row: number) => Promise<string | null> }>
> = {
  'Note Added': { field: 'note', empty: emptyNote },
  'Finding Explained': { field: 'step', empty: emptyFindingStep },
  'Finding Returned': { field: 'step', empty: emptyFindingStep },
  'Request Recorded': { field: 'step', empty: emptyFindingStep },
}

/** The id of the text that the row was written with, or null. */
function textIdOf({ field_change }: LoggedRow, named: string): number | null {
  if (!Array.isArray(field_change)) return null
  const changes = field_change as { field?: unknown; new?: unknown }[]
  return Number(changes.find(({ field }) => field === named)?.new) || null
}

/** The same of a comment on a summary. */
async function eraseComment(db: Db, row: LoggedRow): Promise<EraseResult> {
  const step = textIdOf(row, 'step')
  const text = step && (await emptyCommentStep(db, step, row.id))
  if (!text) return NO_STEP
  await removeStoredAnswers(db, row.auditable_code, [text])
  return { ...NO_STEP, is_comment: true }
}

/** Erases the text of the note or finding that the row was written with, and temporary copies of it. */
async function eraseText(db: Db, row: LoggedRow): Promise<EraseResult> {
  if (row.event.startsWith('Comment ')) return eraseComment(db, row)
  const kind = kindOf(row)
  const of = TEXTS[row.event]
  const id = of ? textIdOf(row, of.field) : null
  if (!kind || !of || id === null || row.auditable_id === null) return NO_STEP
  const text = await of.empty(db, id, row.id)
  // the draft that it was about may have been discarded
  if (text === null) return NO_STEP
  await removeCopies(db, {
    record: kind.reference(row.auditable_id),
    code: row.auditable_code,
    texts: [text],
  })
  return row.event === 'Note Added' ? { ...NO_STEP, is_note: true } : { ...NO_STEP, is_finding: true }
}

/** Returns the step that the row was written with, and its record. */
async function findStep(db: Db, row: LoggedRow) {
  const kind = kindOf(row)
  if (!kind || row.auditable_id === null) return null
  const found = await findStepOfRow(db, kind.reference(row.auditable_id), row)
  return found && { ...found, kind, record_id: row.auditable_id }
}

/** Erases the comments of a step, and the texts of its points, from the record's history, the record and copies. */
async function eraseStep(db: Db, row: LoggedRow, step: Step): Promise<EraseResult> {
  const { kind, record_id } = step
  const said = [...(step.comment === null ? [] : [step.comment]), ...step.comments.map((one) => one.comment)]
  // record before step, the order in which a return writes them
  if (said.length > 0 && step.is_last_return)
    await replaceComments(db, kind, record_id, { texts: said, instead: ERASED_COMMENT })
  await emptyStep(db, step.id, row.id)
  // a comment is a point as well
  const texts = [...new Set([...said, ...(await emptyPoints(db, step.id))])]
  if (texts.length === 0) return { ...NO_STEP, is_step: true }
  await removeCopies(db, { record: kind.reference(record_id), code: row.auditable_code, texts })
  const same_words = await listRowsContaining(db, row, texts)
  return { ...NO_STEP, is_step: true, comments: texts.length, same_words }
}
