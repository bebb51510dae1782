import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { MOV_MAX_BYTES } from '../../shared/files/files.schema.ts'
import {
  canConfirmInstrument,
  canRecordInstrument,
  canReviewInstruments,
} from '../../shared/sites/site-land.policy.ts'
import {
  instrumentErrors,
  instrumentName,
  renewalErrors,
  type TidyInstrument,
  tidyInstrument,
} from '../../shared/land/instruments.rules.ts'
import {
  INSTRUMENTS_MAX,
  type Instrument,
  type InstrumentInput,
} from '../../shared/land/instruments.schema.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { no } from '../../shared/lib/verdict.ts'
import { fieldChanges } from '../context/audit.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { attachFiles, detachFiles } from '../uploads/files.actions.ts'
import { AppError, invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import {
  findInstrument,
  findInstrumentChange,
  type InstrumentRow,
  insertInstrument,
  listInstruments,
  publicChanges,
  replaceInstrumentFile,
  saveInstrument,
  tickFindings,
} from './instruments.queries.ts'

/** in the order of the form; the file is logged by its name */
const LOGGED_FIELDS = [
  'kind',
  'other_kind',
  'number',
  'issuer',
  'asked_on',
  'issued_on',
  'valid_until',
  'renews',
  'land',
  'file_name',
] as const satisfies readonly (keyof Instrument | 'land')[]

/** With the names of the land that it is for. */
const logged = (one: Instrument) => ({
  ...one,
  land: one.findings.map(featureWords).join('; ') || null,
})

/** Names the instrument in a row of the log about its profile. */
const named = (instrument: Instrument, changes: FieldChange[] = []): FieldChange[] => [
  { field: 'instrument', old: null, new: String(instrument.id) },
  { field: 'name', old: null, new: instrumentName(instrument) },
  ...changes,
]

/** Returns the instrument of a locked profile; 404 if there is none, and who removed it if it is removed. */
async function requireInstrument(db: Db, site_profile_id: number, id: number): Promise<InstrumentRow> {
  const found = await findInstrument(db, site_profile_id, id)
  if (!found) throw new AppError('not_found')
  if (found.removed_at === null) return found
  const change = await findInstrumentChange(db, site_profile_id, id)
  const reason = found.removed_reason ?? ''
  throw new AppError(
    no('instrument_removed', { by: change?.by ?? 'Another user', at: found.removed_at, reason }),
  )
}

/** Rejects with 409, and who changed what, if the caller saw another revision than the stored one. */
async function requireSeen(
  db: Db,
  site_profile_id: number,
  seen: number,
  { id, revision, confirmed_at }: Instrument,
): Promise<void> {
  if (seen === revision) return
  const last = await findInstrumentChange(db, site_profile_id, id)
  // a final approval confirms all instruments without a row about each
  const isByApproval = confirmed_at !== null && !last?.events.includes('Instrument Confirmed')
  throw new AppError('conflict', { saved_before: isByApproval ? null : last })
}

const attach = (ctx: Ctx, db: Db, file_id: number) =>
  attachFiles(db, ctx.actor, [file_id], {
    kinds: ['pdf', 'image'],
    max_bytes: MOV_MAX_BYTES,
    field: 'file_id',
  })

async function tick(...input: Parameters<typeof tickFindings>): Promise<void> {
  if (!(await tickFindings(...input)))
    throw invalid({ finding_ids: ['Choose among the findings of this profile.'] })
}

/** Rejects an instrument that is wrong by itself or beside those recorded for its profile. */
function requireValid(
  { id, ...instrument }: TidyInstrument & { id: number | null },
  recorded: readonly Instrument[],
  at: string,
): void {
  requireNoErrors({
    ...instrumentErrors(instrument, manilaDay(new Date(at))),
    ...renewalErrors(id, instrument.renews_id, recorded),
  })
}

/** Records an instrument of a profile. */
export const addInstrument = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  id: number,
  input: InstrumentInput,
): Promise<Instrument> =>
  ctx.write(async (db, audit) => {
    const site = await kind.lock(db, id)
    requireAllowed(canRecordInstrument(ctx.actor, site))
    const { file_id, finding_ids, ...columns } = tidyInstrument(input)
    const { updated_at: at, updated_by: recorded_by } = changeStamp(ctx)
    const recorded = await listInstruments(db, id)
    requireValid({ id: null, ...columns, finding_ids, file_id }, recorded, at)
    if (recorded.length >= INSTRUMENTS_MAX)
      throw new AppError(no('too_many_instruments', { most: INSTRUMENTS_MAX }))
    if (file_id !== null) await attach(ctx, db, file_id)
    const instrument_id = await insertInstrument(db, columns, { site_profile_id: id, recorded_by, at })
    await replaceInstrumentFile(db, { id: instrument_id, site_profile_id: id }, file_id)
    await tick(db, { id: instrument_id, site_profile_id: id }, finding_ids)
    const after = await requireInstrument(db, id, instrument_id)
    const changes = fieldChanges({}, logged(after), LOGGED_FIELDS)
    await deleteDraft(ctx, db, 'instrument-add', id)
    audit(kind.entry(site, 'Instrument Recorded', named(after, changes)))
    await kind.storeWarnings(db, [id], ctx.services.now())
    return after
  })

/** Corrects an instrument. A confirmed one must be confirmed again; a new end is announced again. */
export const updateInstrument = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  { id, instrument_id }: { id: number; instrument_id: number },
  { revision, ...input }: InstrumentInput & { revision: number },
): Promise<Instrument> =>
  ctx.write(async (db, audit) => {
    const site = await kind.lock(db, id)
    requireAllowed(canRecordInstrument(ctx.actor, site))
    const before = await requireInstrument(db, id, instrument_id)
    await requireSeen(db, id, revision, before)
    const { file_id, finding_ids, ...columns } = tidyInstrument(input)
    const { updated_at: at } = changeStamp(ctx)
    requireValid({ id: instrument_id, ...columns, finding_ids, file_id }, await listInstruments(db, id), at)
    if (file_id !== before.file_id) {
      if (file_id !== null) await attach(ctx, db, file_id)
      await replaceInstrumentFile(db, { id: instrument_id, site_profile_id: id }, file_id)
      if (before.file_id !== null) await detachFiles(db, [before.file_id])
    }
    await tick(db, { id: instrument_id, site_profile_id: id }, finding_ids)
    const isNewEnd = columns.valid_until !== before.valid_until
    const told = await publicChanges(db, id, () =>
      saveInstrument(db, instrument_id, at, {
        ...columns,
        confirmed_at: null,
        ...(isNewEnd ? { noticed_days: null } : {}),
      }),
    )
    const after = await requireInstrument(db, id, instrument_id)
    const changes = fieldChanges(logged(before), logged(after), [...LOGGED_FIELDS, 'confirmed_at'])
    await deleteDraft(ctx, db, 'instrument-edit', instrument_id)
    audit(kind.entry(site, 'Instrument Changed', named(after, [...changes, ...told])))
    await kind.storeWarnings(db, [id], ctx.services.now())
    return after
  })

/** Removes an instrument with a reason, which the log has; its file is released. */
export const removeInstrument = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  { id, instrument_id }: { id: number; instrument_id: number },
  removed_reason: string,
): Promise<void> =>
  ctx.write(async (db, audit) => {
    const site = await kind.lock(db, id)
    requireAllowed(canRecordInstrument(ctx.actor, site))
    const before = await requireInstrument(db, id, instrument_id)
    const { updated_at: removed_at } = changeStamp(ctx)
    const told = await publicChanges(db, id, () =>
      saveInstrument(db, instrument_id, removed_at, { removed_at, removed_reason, confirmed_at: null }),
    )
    if (before.file_id !== null) {
      await replaceInstrumentFile(db, { id: instrument_id, site_profile_id: id }, null)
      await detachFiles(db, [before.file_id])
    }
    const reason = { field: 'reason', old: null, new: removed_reason }
    const changes = fieldChanges(logged(before), {}, [...LOGGED_FIELDS, 'confirmed_at'])
    audit(kind.entry(site, 'Instrument Removed', named(before, [reason, ...changes, ...told])))
    await kind.storeWarnings(db, [id], ctx.services.now())
  })

/** FMB confirms an issued instrument as the caller saw it. */
export const confirmInstrument = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  { id, instrument_id }: { id: number; instrument_id: number },
  revision: number,
): Promise<Instrument> =>
  ctx.write(async (db, audit) => {
    const site = await kind.lock(db, id)
    requireAllowed(canReviewInstruments(ctx.actor, site))
    const before = await requireInstrument(db, id, instrument_id)
    await requireSeen(db, id, revision, before)
    requireAllowed(canConfirmInstrument(ctx.actor, site, before))
    const { updated_at: confirmed_at } = changeStamp(ctx)
    const told = await publicChanges(db, id, () =>
      saveInstrument(db, instrument_id, confirmed_at, { confirmed_at }),
    )
    const after = await requireInstrument(db, id, instrument_id)
    const changes = fieldChanges(before, after, ['confirmed_at'])
    audit(kind.entry(site, 'Instrument Confirmed', named(after, [...changes, ...told])))
    return after
  })
