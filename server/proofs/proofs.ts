import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import type { ProvedKind } from '../../shared/public-log/how-to-check.ts'
import { findLoggedRow } from '../audit/logged-rows.queries.ts'
import { requireRecordMatches } from '../claims/require-match.actions.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { parseCheckpoint } from '../public-log/checkpoint.ts'
import {
  entryOfRevealed,
  FACT_PARTS,
  type Part,
  revealedOfErased,
  revealRow,
  withOnly,
} from '../public-log/entry.ts'
import { inclusionProof, leafHash, rootOfInclusion } from '../public-log/merkle.ts'
import { findFinalStep, findStepRow, type ProvedRow } from './proof.queries.ts'
import { proofText } from '../public-log/proof-file.ts'
import { servedCheckpoint } from '../public-log/served-checkpoint.ts'
import { storedNodes } from '../public-log/tile-store.ts'

/** Returns the file that proves a row of the log, with these parts readable. Checks the proof before returning it. */
export async function proofOf(
  { db, files }: Pick<Services, 'db' | 'files'>,
  proved: ProvedRow | null,
  shown: readonly Part[],
): Promise<string> {
  const text = (await servedCheckpoint({ files })) ?? ''
  const checkpoint = parseCheckpoint(text)
  if (!proved || proved.log_index === null || !checkpoint || proved.log_index >= checkpoint.size)
    throw new AppError('not_in_log')
  const { audit_log_id, log_index: index, salt, kept } = proved
  const row = await findLoggedRow(db, audit_log_id)
  // of an erased row, what was stored of it
  const whole = row && (salt === null ? revealedOfErased(kept, row) : revealRow(salt, row))
  const nodes = storedNodes({ files }, () => new AppError('proof_not_now'))
  const hashes = await inclusionProof(nodes, index, checkpoint.size).catch(() => null)
  const leaf = whole && leafHash(entryOfRevealed(whole))
  if (!leaf || !hashes || !rootOfInclusion(leaf, index, checkpoint.size, hashes)?.equals(checkpoint.root))
    throw new AppError('proof_not_now')
  const extra = Buffer.from(JSON.stringify(withOnly(whole, shown)))
  return proofText({ extra, index, hashes, checkpoint: text })
}

/** Returns the row of the final approval of a record of the public list; null where the log has none. */
export async function findApprovalRow(db: Db, kind: ProvedKind, id: number): Promise<ProvedRow | null> {
  const { table, module } = RECORD_KINDS[kind]
  const found = await findFinalStep(db, table, id)
  if (!found) throw new AppError('not_found')
  return found.step === null ? null : findStepRow(db, found, module, found.step)
}

/** Returns the proof that a record of the public list was approved, without names. */
export async function proofOfApproval(
  services: Pick<Services, 'config' | 'db' | 'files'>,
  kind: ProvedKind,
  id: number,
): Promise<string> {
  const found = await findApprovalRow(services.db, kind, id)
  await requireRecordMatches(services, kind, id, { tree: false })
  return proofOf(services, found, FACT_PARTS)
}
