import { hasProof } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import type { Services } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import type { SummaryEvent } from '../../shared/public-log/how-to-check.ts'
import { findPublic, isWithdrawn, type SummaryAddress } from '../summaries/published.queries.ts'
import { readSummary } from '../summaries/summaries.queries.ts'
import { FACT_PARTS, type Part } from '../public-log/entry.ts'
import { findDocumentRow, findUploadRow, type ProvedRow } from './proof.queries.ts'
import { proofOf } from './proofs.ts'

type ProofServices = Pick<Services, 'db' | 'files'>

/** The reason of a withdrawal is public, and a row's words have nothing else. */
const WITH_REASON: readonly Part[] = [...FACT_PARTS, 'words']

/** Proves the SHA-256 of bytes without naming a person, because such a proof travels with the bytes. */
function prove(services: ProofServices, found: ProvedRow | null, shown = FACT_PARTS): Promise<string> {
  if (!found) throw new AppError('untold_bytes')
  return proofOf(services, found, shown)
}

/** Returns the proof that a file was uploaded with these bytes; of a photograph, the original. */
export const proofOfFile = async (services: ProofServices, id: number): Promise<string> =>
  prove(services, await findUploadRow(services.db, id))

/** Returns a summary that has a proof. */
export async function readProvedSummary({ db }: ProofServices, id: number): Promise<SummaryRow> {
  const summary = await readSummary(db, id)
  requireAllowed(hasProof(summary))
  return summary
}

/** Returns the proof that a summary was frozen with these bytes. */
export const proofOfFrozen = async (
  services: ProofServices,
  { id, sha256 }: Pick<SummaryRow, 'id' | 'sha256'>,
): Promise<string> =>
  prove(services, await findDocumentRow(services.db, { summary_id: id, event: 'Frozen', sha256 }))

const EVENTS = { published: 'Published', replaced: 'Replaced', withdrawn: 'Withdrawn' } as const

/** Returns the proof that the summary at a public address was published with its bytes, replaced, or withdrawn and why. */
export async function proofOfPublic(
  services: ProofServices & Pick<Services, 'config' | 'readDb'>,
  at: SummaryAddress,
  event: SummaryEvent,
): Promise<string> {
  const found = await findPublic(services, at)
  // without its version only the present summary of a year has a proof
  const isMeant = found && (at.version !== null || !isWithdrawn(found))
  const isSo = { published: true, replaced: found?.replaced_at, withdrawn: found?.withdrawn_at }[event]
  if (!isMeant || !isSo) throw new AppError('not_found')
  const { id: summary_id, sha256 } = found
  const row = await findDocumentRow(services.db, { summary_id, event: EVENTS[event], sha256 })
  return prove(services, row, event === 'withdrawn' ? WITH_REASON : FACT_PARTS)
}
