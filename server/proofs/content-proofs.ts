import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import type { Services } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { findPublished } from '../summaries/published.queries.ts'
import { FACT_PARTS } from '../public-log/entry.ts'
import { findDocumentRow, findUploadRow, type ProvedRow } from './proof.queries.ts'
import { proofOf } from './proofs.ts'

type ProofServices = Pick<Services, 'db' | 'files'>

/** Proves the SHA-256 of bytes without naming a person, because such a proof travels with the bytes. */
function prove(services: ProofServices, found: ProvedRow | null): Promise<string> {
  if (!found) throw new AppError('untold_bytes')
  return proofOf(services, found, FACT_PARTS)
}

/** Returns the proof that a file was uploaded with these bytes; of a photograph, the original. */
export const proofOfFile = async (services: ProofServices, id: number): Promise<string> =>
  prove(services, await findUploadRow(services.db, id))

/** Returns the proof that a summary was frozen with these bytes. */
export const proofOfFrozen = async (
  services: ProofServices,
  { id, sha256 }: Pick<SummaryRow, 'id' | 'sha256'>,
): Promise<string> =>
  prove(services, await findDocumentRow(services.db, { summary_id: id, event: 'Frozen', sha256 }))

/** Returns the proof that the summary of a year was published with the bytes that the public reads. */
export async function proofOfPublished(
  services: ProofServices & Pick<Services, 'config' | 'readDb'>,
  year: number,
): Promise<string> {
  const found = await findPublished(services, year)
  if (!found) throw new AppError('not_found')
  const { id: summary_id, sha256 } = found
  return prove(services, await findDocumentRow(services.db, { summary_id, event: 'Published', sha256 }))
}
