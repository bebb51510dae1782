import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import {
  type Certificate,
  type CertificateStanding,
  type CertifiedCheckpoint,
  certifiedOf,
  type CertifiedSite,
  isAsPrinted,
} from '../../shared/certificates/certificate.ts'
import { CODE_DRAWN, codeOf } from '../../shared/certificates/code.ts'
import { findApproved } from '../approved/approved.queries.ts'
import { noteCertificates } from '../claims/noting.actions.ts'
import { insistCertificateMatches, insistRecordMatches } from '../claims/reading.actions.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { findPublished } from '../public-log/log.queries.ts'
import { findFinalStep, findStepRow } from '../proofs/proof.queries.ts'
import {
  addCheckpoint,
  findCertificate,
  findCertificateOf,
  findLatestOf,
  insertCertificate,
  type KeptCertificate,
  type StandingRow,
} from './certificates.queries.ts'

type CertificateServices = Pick<Services, 'config' | 'db' | 'files' | 'now'>

const newCode = (): string => codeOf([...randomBytes(CODE_DRAWN)].map((byte) => byte % 32))

/** The checkpoint of the public log, if the log has come to where it tells of this approval. */
async function checkpointWith(db: Db, site_activity_id: number): Promise<string | null> {
  const published = await findPublished(db)
  const step = await findFinalStep(db, { site_activity_id })
  if (!published || !step) return null
  const row = await findStepRow(db, { site_activity_id }, 'SITES Activities', step)
  const isIn = row !== null && row.log_index !== null && row.log_index < published.size
  return isIn ? published.checkpoint : null
}

/** The lines of a checkpoint that are printed; its signatures stay in the log. */
function printedCheckpoint(text: string | null): CertifiedCheckpoint | null {
  if (text === null) return null
  const [origin = '', size = '', root = ''] = text.split('\n')
  return { origin, size, root }
}

const told = ({
  code,
  site_activity_id,
  content,
  sha256,
  issued_at,
  log_checkpoint,
}: KeptCertificate): Certificate => ({
  ...{ code, site_activity_id, sha256, issued_at },
  content: JSON.parse(content) as CertifiedSite,
  checkpoint: printedCheckpoint(log_checkpoint),
})

async function issued(
  db: Services['db'],
  given: Omit<KeptCertificate, 'code' | 'log_checkpoint'>,
): Promise<KeptCertificate> {
  const known = await findCertificateOf(db, given)
  if (known) return known
  const code = newCode()
  await db.transaction().execute(async (held) => {
    await insertCertificate(held, { ...given, code, log_checkpoint: null })
    await noteCertificates(held, sql`certificates.code = ${code}`)
  })
  const added = await findCertificateOf(db, given)
  if (!added) throw new Error('The certificate that was added is not there.')
  return added
}

/**
 * The certificate of an activity that the public list shows, which is given out with the first opening and is the same
 * for everybody from then on; else the activity that the list shows of its site, if it shows one.
 */
export async function openCertificate(
  services: CertificateServices,
  site_activity_id: number,
): Promise<Certificate | { latest_id: number | null }> {
  const { db, now } = services
  const latest_id = await findLatestOf(db, site_activity_id)
  const site = latest_id === site_activity_id ? await findApproved(db, site_activity_id) : null
  if (!site) return { latest_id: latest_id === site_activity_id ? null : latest_id }
  await insistRecordMatches(services, { site_activity_id }, { tree: true })
  const content = JSON.stringify(certifiedOf(site))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const kept = await issued(db, { site_activity_id, content, sha256, issued_at: now().toISOString() })
  await insistCertificateMatches(services, kept.code)
  if (kept.log_checkpoint !== null) return told(kept)
  const checkpoint = await checkpointWith(db, site_activity_id)
  if (checkpoint === null) return told(kept)
  await addCheckpoint(db, kept.code, checkpoint)
  return told((await findCertificateOf(db, kept)) ?? kept)
}

async function standingOf(db: Db, row: StandingRow): Promise<CertificateStanding> {
  const { deactivated_at, latest_id } = row
  const site = latest_id === null || deactivated_at !== null ? null : await findApproved(db, latest_id)
  if (!site) return { state: 'deactivated', at: deactivated_at }
  const now = certifiedOf(site)
  return isAsPrinted(told(row).content, now)
    ? { state: 'unchanged' }
    : { state: 'changed', now, site_activity_id: site.id }
}

export type CheckedCertificate = { certificate: Certificate; standing: CertificateStanding }

/** What a code was printed with and what its record is today; null where no such code was given out. */
export async function checkCertificate(
  services: CertificateServices,
  code: string,
): Promise<CheckedCertificate | null> {
  const { db } = services
  const row = await findCertificate(db, code)
  if (!row) return null
  await insistCertificateMatches(services, code)
  await insistRecordMatches(services, row, { tree: true })
  return { certificate: told(row), standing: await standingOf(db, row) }
}
