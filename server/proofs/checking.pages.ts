import type { CheckPage, CheckpointPage, PublicPage, WitnessPage } from '../../shared/public/public-page.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { parseCheckpoint } from '../public-log/checkpoint.ts'
import { rowFormula } from '../public-log/formula-example.ts'
import { findLogState } from '../public-log/log-state.ts'
import { findPublicKey } from '../public-log/public-key.ts'
import { findExternalStatus } from '../public-log/external-status.actions.ts'
import { listNewestApproved } from './proof.queries.ts'
import { findApprovalRow } from './proofs.ts'
import { servedCheckpoint } from '../public-log/served-checkpoint.ts'

/** approvals tried as an example, in search of one that can be proved */
const MAX_EXAMPLES_TRIED = 5

/** Returns the newest approval that the log can prove, as an example for readers to try. */
async function findExample(db: Db, size: number): Promise<number | null> {
  for (const id of await listNewestApproved(db, MAX_EXAMPLES_TRIED)) {
    const found = await findApprovalRow(db, 'site', id)
    if (found && found.salt !== null && found.log_index !== null && found.log_index < size) return id
  }
  return null
}

/** Returns the last public checkpoint, as text and parsed; null before the first. */
async function lastCheckpoint(services: Services) {
  const text = await servedCheckpoint(services)
  const read = text === null ? null : parseCheckpoint(text)
  return text === null || read === null ? null : { text, read }
}

/** The page on how anyone can check the public log, with the external parties that have its checkpoints. */
async function howToCheck(services: Services): Promise<CheckPage> {
  const { config, readDb } = services
  const last = await lastCheckpoint(services)
  const { stamps, mails } = await findExternalStatus(config, readDb)
  return {
    page: 'how_to_check',
    address: config.public_url,
    log: await findLogState(services, last?.read ?? null),
    approval: await findExample(readDb, last?.read.size ?? 0),
    stamped: stamps && { url: stamps.url, day: stamps.last?.day ?? null },
    mailed: mails?.addresses.length ?? 0,
  }
}

/** The page with the last checkpoint. */
async function checkpointPage(services: Services): Promise<CheckpointPage> {
  const last = await lastCheckpoint(services)
  return {
    page: 'checkpoint',
    log: await findLogState(services, last?.read ?? null),
    checkpoint: last && {
      text: last.text,
      origin: last.read.origin,
      root: last.read.root.toString('base64'),
    },
  }
}

/** The page on how another organisation runs a witness of this log. */
async function witnessPage(services: Services): Promise<WitnessPage> {
  const { config } = services
  const last = await lastCheckpoint(services)
  const key = last && findPublicKey(config, last.read.origin)
  return {
    page: 'run_a_witness',
    address: config.public_url,
    log: last && key ? { origin: last.read.origin, key } : null,
  }
}

/** The public pages on checking, by path. */
export const CHECKING_PAGES: Record<string, (services: Services) => Promise<PublicPage>> = {
  '/how-to-check': howToCheck,
  '/how-to-check/formula': async () => rowFormula(),
  '/how-to-check/witness': witnessPage,
  '/log': checkpointPage,
}
