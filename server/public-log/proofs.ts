import type { ProvedKind } from '../../shared/public-log/how-to-check.ts'
import { ACTIVITY } from '../activities/activity.kind.ts'
import { findLoggedRow } from '../audit/logged-rows.queries.ts'
import { insistRecordMatches } from '../claims/reading.actions.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import { SITE } from '../sites/site.kind.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { entryOfShown, FACT_PARTS, type Part, shownOfErased, showRow, withOnly } from './entry.ts'
import { inclusionProof, leafHash, rootOfInclusion } from './merkle.ts'
import { findFinalStep, findStepRow, type Proved } from './proof.queries.ts'
import { proofText } from './proof-file.ts'
import { servedCheckpoint } from './served.ts'
import { storedNodes } from './tile-store.ts'

const NOT_IN_LOG = 'No checkpoint of the public log includes this yet. Please try again in a minute.'
const NOT_NOW = 'The proof cannot be made at the moment. Please try again in a few minutes.'

/** The file that proves a row of the log, with these of its parts to be read. It is not handed out unless it holds. */
export async function proofOf(
  { db, files }: Pick<Services, 'db' | 'files'>,
  proved: Proved | null,
  shown: readonly Part[],
): Promise<string> {
  const text = (await servedCheckpoint({ files })) ?? ''
  const checkpoint = parseCheckpoint(text)
  if (!proved || proved.log_index === null || !checkpoint || proved.log_index >= checkpoint.size)
    throw new AppError('state', NOT_IN_LOG)
  const { audit_log_id, log_index: index, salt, kept } = proved
  const row = await findLoggedRow(db, audit_log_id)
  // of an erased row what was kept of it
  const whole = row && (salt === null ? shownOfErased(kept, row) : showRow(salt, row))
  const nodes = storedNodes({ files }, () => new AppError('unavailable', NOT_NOW))
  const hashes = await inclusionProof(nodes, index, checkpoint.size).catch(() => null)
  const leaf = whole && leafHash(entryOfShown(whole))
  if (!leaf || !hashes || !rootOfInclusion(leaf, index, checkpoint.size, hashes)?.equals(checkpoint.root))
    throw new AppError('unavailable', NOT_NOW)
  const extra = Buffer.from(JSON.stringify(withOnly(whole, shown)))
  return proofText({ extra, index, hashes, checkpoint: text })
}

const KINDS = { site: SITE, activity: ACTIVITY }

/** The row of the log by which a record of the public list was approved for good; null where the log knows of none. */
export async function findApprovalRow(db: Db, kind: ProvedKind, id: number): Promise<Proved | null> {
  const record = KINDS[kind].reference(id)
  const step = await findFinalStep(db, record)
  if (step === undefined) throw new AppError('not_found')
  return step === null ? null : findStepRow(db, record, KINDS[kind].module, step)
}

/** The proof that a record of the public list was approved, which names nobody. */
export async function proofOfApproval(
  services: Pick<Services, 'config' | 'db' | 'files'>,
  kind: ProvedKind,
  id: number,
): Promise<string> {
  const found = await findApprovalRow(services.db, kind, id)
  await insistRecordMatches(services, KINDS[kind].reference(id), { tree: false })
  return proofOf(services, found, FACT_PARTS)
}
