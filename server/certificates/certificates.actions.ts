import { createHash, randomBytes } from 'node:crypto'
import {
  type Certificate,
  type CertificateState,
  type CertifiedCheckpoint,
  certifiedOf,
  type CertifiedSite,
  matchesPrinted,
} from '../../shared/certificates/certificate.ts'
import { codeFrom, RANDOM_SIGNS } from '../../shared/certificates/code.ts'
import { ACTIVITIES } from '../activities/activities.queries.ts'
import { findApproved } from '../approved/approved.queries.ts'
import { recordCertificateFacts } from '../claims/record-facts.actions.ts'
import { requireCertificateMatches, requireRecordMatches } from '../claims/require-match.actions.ts'
import type { Services } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { findPublishedCheckpoint } from '../public-log/log.queries.ts'
import { findFinalStep, findStepRow } from '../proofs/proof.queries.ts'
import {
  addCheckpoint,
  type CertificateWithState,
  findCertificate,
  findCertificateOf,
  findLatestOf,
  insertCertificate,
  type StoredCertificate,
} from './certificates.queries.ts'

type CertificateServices = Pick<Services, 'config' | 'db' | 'files' | 'now'>

const newCode = (): string => codeFrom([...randomBytes(RANDOM_SIGNS)].map((byte) => byte % 32))

/** Returns the last published checkpoint, if it covers this approval. */
async function checkpointCovering(db: Db, site_activity_id: number): Promise<string | null> {
  const published = await findPublishedCheckpoint(db)
  const found = await findFinalStep(db, ACTIVITIES, site_activity_id)
  if (!published || !found?.step) return null
  const row = await findStepRow(db, found, 'SITES Activities', found.step)
  const isIn = row !== null && row.log_index !== null && row.log_index < published.size
  return isIn ? published.checkpoint : null
}

/** Returns the lines of a checkpoint that the page prints, without the signatures. */
function printedCheckpoint(text: string | null): CertifiedCheckpoint | null {
  if (text === null) return null
  const [origin = '', size = '', root = ''] = text.split('\n')
  return { origin, size, root }
}

const toCertificate = ({
  code,
  site_activity_id,
  content,
  sha256,
  issued_at,
  log_checkpoint,
}: StoredCertificate): Certificate => ({
  code,
  site_activity_id,
  sha256,
  issued_at,
  content: JSON.parse(content) as CertifiedSite,
  checkpoint: printedCheckpoint(log_checkpoint),
})

async function issueCertificate(
  db: Services['db'],
  content: Omit<StoredCertificate, 'code' | 'log_checkpoint'>,
): Promise<StoredCertificate> {
  const known = await findCertificateOf(db, content)
  if (known) return known
  const code = newCode()
  await inTransaction(db, async (held) => {
    await insertCertificate(held, { ...content, code, log_checkpoint: null })
    await recordCertificateFacts(held, code)
  })
  const added = await findCertificateOf(db, content)
  if (!added) throw new Error('The certificate that was added is not there.')
  return added
}

/**
 * Returns the certificate of an activity on the public list; the first call issues it. For any other activity, returns
 * the id of its site's activity on the list, or null.
 */
export async function openCertificate(
  services: CertificateServices,
  site_activity_id: number,
): Promise<Certificate | { latest_id: number | null }> {
  const { db, now } = services
  const latest_id = await findLatestOf(db, site_activity_id)
  const site = latest_id === site_activity_id ? await findApproved(db, site_activity_id) : null
  if (!site) return { latest_id: latest_id === site_activity_id ? null : latest_id }
  await requireRecordMatches(services, 'activity', site_activity_id, { tree: true })
  const content = JSON.stringify(certifiedOf(site))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const stored = await issueCertificate(db, {
    site_activity_id,
    content,
    sha256,
    issued_at: now().toISOString(),
  })
  await requireCertificateMatches(services, stored.code)
  if (stored.log_checkpoint !== null) return toCertificate(stored)
  const checkpoint = await checkpointCovering(db, site_activity_id)
  if (checkpoint === null) return toCertificate(stored)
  await addCheckpoint(db, stored.code, checkpoint)
  return toCertificate((await findCertificateOf(db, stored)) ?? stored)
}

async function currentState(db: Db, row: CertificateWithState): Promise<CertificateState> {
  const { deactivated_at, latest_id, withdrawn_at, withdrawn_reason: reason } = row
  if (withdrawn_at !== null) {
    const { code, name_of_partner } = toCertificate(row).content
    return { state: 'withdrawn', withdrawn: { code, name_of_partner, at: withdrawn_at, reason, latest_id } }
  }
  const site = latest_id === null || deactivated_at !== null ? null : await findApproved(db, latest_id)
  if (!site) return { state: 'deactivated', at: deactivated_at }
  const now = certifiedOf(site)
  return matchesPrinted(toCertificate(row).content, now)
    ? { state: 'unchanged' }
    : { state: 'changed', now, site_activity_id: site.id }
}

export type CheckedCertificate = { certificate: Certificate; standing: CertificateState }

/** Returns the certificate of a code and the present state of its record; null if the code was never issued. */
export async function checkCertificate(
  services: CertificateServices,
  code: string,
): Promise<CheckedCertificate | null> {
  const { db } = services
  const row = await findCertificate(db, code)
  if (!row) return null
  await requireCertificateMatches(services, code)
  await requireRecordMatches(services, 'activity', row.site_activity_id, { tree: true })
  return { certificate: toCertificate(row), standing: await currentState(db, row) }
}
