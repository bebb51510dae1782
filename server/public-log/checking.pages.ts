import type { PublicPage } from '../../shared/approved/public-page.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { findOutsiders } from './outsiders.actions.ts'
import { listNewestApproved } from './proof.queries.ts'
import { findApprovalRow } from './proofs.ts'
import { servedCheckpoint } from './served.ts'

export const HOW_TO_CHECK_PATH = '/how-to-check'

/** how many approvals are tried for one that can be proved */
const TRIED = 5

/** The newest approval that the log can prove, for the reader to try. */
async function findExample(db: Db, size: number): Promise<number | null> {
  for (const id of await listNewestApproved(db, TRIED)) {
    const found = await findApprovalRow(db, 'site', id)
    if (found && found.salt !== null && found.log_index !== null && found.log_index < size) return id
  }
  return null
}

/** How anybody checks the public log, and who outside holds its checkpoints. */
export async function howToCheck(services: Services): Promise<PublicPage> {
  const { config, reads } = services
  const text = await servedCheckpoint(services)
  const size = (text === null ? null : parseCheckpoint(text)?.size) ?? 0
  const { witnesses, stamps, mails } = await findOutsiders(config, reads)
  return {
    page: 'how_to_check',
    address: config.public_url,
    entries: size,
    approval: await findExample(reads, size),
    witnesses: witnesses.map(({ name, cosigned }, at) => ({
      name,
      key: config.witnesses[at]?.key ?? '',
      size: cosigned?.size ?? null,
    })),
    stamped: stamps && { url: stamps.url, day: stamps.last?.day ?? null },
    mailed: mails?.addresses.length ?? 0,
  }
}
