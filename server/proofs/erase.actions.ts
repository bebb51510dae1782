import { FINDING } from '../../shared/land/finding-steps.ts'
import { NOTE } from '../../shared/notes/notes.rules.ts'
import { WITHDRAWN } from '../../shared/review/chain-faults.ts'
import { POINT } from '../../shared/review/points.rules.ts'
import { COMMENT } from '../../shared/summaries/comments.rules.ts'
import type { LoggedRow } from '../audit/logged-row.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { emptyAnswer } from '../land/finding-steps.queries.ts'
import { foreseen } from '../lib/errors.ts'
import { emptyInstrument } from '../land/instruments.queries.ts'
import { KINDS } from '../pending/kinds.ts'
import { findRecordId } from '../review/records.queries.ts'
import { eraseStep as eraseThreadStep } from '../threads/threads.queries.ts'
import { erasedOf, FACT_PARTS, hasNoPersonalData, revealRow, withOnly } from '../public-log/entry.ts'
import {
  type ErasedStep,
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
import type { NumberedRecord } from './proof.queries.ts'

/** replaces the comment of an erased step in its record, while the record still shows it */
const ERASED_COMMENT = 'This comment was erased.'

/** What was erased besides the row, and which other rows contain the same texts. */
export type EraseResult = {
  is_step: boolean
  /** the kind of the conversation from which a text was erased */
  thread?: (typeof THREADS)[number]['name']
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
    const record = await findRecord(held, row)
    // read while the row still says who made the step
    const step = record && (await findStepOfRow(held, record, row))
    const kept = withOnly(revealRow(salt, row), FACT_PARTS)
    const erasure = { audit_log_id: id, erased_at: now().toISOString(), reason, kept }
    await eraseContent(held, erasure, erasedOf(row))
    const erased =
      record && step ? await eraseStep(held, row, record, step) : await eraseText(held, row, record)
    if (record && row.event === POINT.events.Withdrawn) await emptyWithdrawal(held, record, row)
    if (row.event === 'Withdrawn' && row.auditable_type === 'Summary of Information')
      await emptySummaryReason(held, row)
    if (record && row.event === WITHDRAWN) await emptyWithdrawalReason(held, record, row)
    if (record) await eraseInstrument(held, row, record)
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

type LoggedRecord = NumberedRecord & { kind: (typeof KINDS)[number] }

/** Returns the record that the row is about; null for any other row, and for a draft that was discarded. */
async function findRecord(
  db: Db,
  { auditable_type, auditable_id: id }: LoggedRow,
): Promise<LoggedRecord | null> {
  const kind = KINDS.find(({ module }) => module === auditable_type)
  if (!kind || id === null) return null
  const record_id = await findRecordId(db, kind.table, id)
  return record_id === null ? null : { kind, id, record_id }
}

/** Erases the texts of the instrument that the row is about if it is removed, and temporary copies of them. */
async function eraseInstrument(db: Db, row: LoggedRow, { id, record_id }: LoggedRecord): Promise<void> {
  const instrument = row.event.startsWith('Instrument ') ? textIdOf(row, 'instrument') : null
  if (instrument === null) return
  const texts = await emptyInstrument(db, id, instrument)
  if (texts.length > 0) await removeCopies(db, { record_id, code: row.auditable_code, texts })
}

const THREADS = [COMMENT, NOTE, FINDING] as const

/** The id of the text that the row was written with, or null. */
function textIdOf({ field_change }: LoggedRow, named: string): number | null {
  if (!Array.isArray(field_change)) return null
  const changes = field_change as { field?: unknown; new?: unknown }[]
  return Number(changes.find(({ field }) => field === named)?.new) || null
}

/** Erases the text of a thread that the row was written with, and temporary copies of it. */
async function eraseText(db: Db, row: LoggedRow, record: LoggedRecord | null): Promise<EraseResult> {
  const thread = THREADS.find(({ events }) => Object.values<string>(events).includes(row.event))
  const id = thread ? textIdOf(row, thread.logged === 'step' ? 'step' : thread.name) : null
  const erased = thread && id !== null ? await eraseThreadStep(db, thread, id, row.id) : null
  // settling says nothing, and the draft that a note was about may have been discarded
  if (!thread || !erased?.text) return NO_STEP
  const texts = [erased.text]
  if (erased.facts?.request) await emptyAnswer(db, erased.facts.request)
  if (record) await removeCopies(db, { record_id: record.record_id, code: row.auditable_code, texts })
  else await removeStoredAnswers(db, row.auditable_code, texts)
  return { ...NO_STEP, thread: thread.name }
}

/** Erases the comments of a step, and the texts of its points, from the record's history, the record and copies. */
async function eraseStep(
  db: Db,
  row: LoggedRow,
  { kind, id, record_id }: LoggedRecord,
  step: ErasedStep,
): Promise<EraseResult> {
  const said = [...(step.comment === null ? [] : [step.comment]), ...step.comments.map((one) => one.comment)]
  // record before step, the order in which a return writes them
  if (said.length > 0 && step.is_last_return)
    await replaceComments(db, kind, id, { texts: said, instead: ERASED_COMMENT })
  await emptyStep(db, step.id, row.id)
  // a comment is a point as well
  const texts = [...new Set([...said, ...(await emptyPoints(db, step.id, row.id))])]
  if (texts.length === 0) return { ...NO_STEP, is_step: true }
  await removeCopies(db, { record_id, code: row.auditable_code, texts })
  const same_words = await listRowsContaining(db, row, texts)
  return { ...NO_STEP, is_step: true, comments: texts.length, same_words }
}
