import { sql } from 'kysely'
import type { Altered } from '../../shared/claims/altered.ts'
import { type Worded, wordingOf } from '../../shared/principles/wording.ts'
import type { Services } from '../context/context.ts'
import { textSum } from '../context/stated-text.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import type { FactsOf } from '../review/public-facts.queries.ts'
import { findUnproved } from '../public-log/proved-rows.actions.ts'
import { recordAltered } from './altered.actions.ts'
import { siteDifferences } from './altered-sites.actions.ts'
import { certificateDifferences } from './certificate-differences.ts'
import { readCertificates } from './claimed-certificates.queries.ts'
import { fileDifferences, readFile } from './files.check.ts'
import type { Wordings } from './word-differences.queries.ts'
import { type ClaimedSite, readSiteOf, readSites, type StatedRow } from './stated.queries.ts'

export type ReadServices = Pick<Services, 'db' | 'config' | 'files'>

/**
 * Whether rows are proved by their entries alone, or (`tree`) by their entries in the signed tree as well; and the wording of
 * the principles, where the reader is shown it.
 */
type Depth = { tree: boolean; principles?: Worded[] }

/** Throws `altered` when there are differences, and records them, which queues a mail to the Super Administrators. */
export async function requireNoDifferences(services: ReadServices, found: readonly Altered[]): Promise<void> {
  if (found.length === 0) return
  await recordAltered(services, found)
  throw new AppError('altered')
}

export const idsOf = (rows: readonly StatedRow[]): number[] => rows.map(({ id }) => id)

/** The wording that a page of an activity shows, by the number of the activity's set of criteria. */
function shownWording(site: ClaimedSite, activity: number, principles: Worded[] | undefined): Wordings {
  const number = site.activities.find(({ id }) => id === activity)?.facts?.principle_batch_number
  return new Map(number && principles ? [[Number(number), textSum(wordingOf(principles))]] : [])
}

/** Throws `altered` when the public facts of a record or of its site differ from the log. */
export async function requireRecordMatches(
  services: ReadServices,
  kind: FactsOf,
  id: number,
  { db = services.db, tree, principles }: Depth & { db?: Db },
): Promise<void> {
  const [site] = kind === 'site' ? await readSites(db, [id]) : await readSiteOf(db, id)
  if (!site) return
  const wordings = shownWording(site, id, principles)
  const files = tree ? services.files : null
  await requireNoDifferences(services, await siteDifferences(db, site, { files, wordings }))
}

/** Throws `altered` when a certificate or its record differs from the log. */
export async function requireCertificateMatches(services: ReadServices, code: string): Promise<void> {
  const { db } = services
  const [certificate] = await readCertificates(db, sql`certificates.code = ${code}`)
  if (!certificate) return
  const { site_activity_id: record, record_code, rows } = certificate
  const unproved = await findUnproved(services.files, db, idsOf(rows), record_code ?? '')
  await requireNoDifferences(services, [
    ...unproved.map((sentence): Altered => ({ kind: 'certificate', record, sentence })),
    ...certificateDifferences(certificate),
  ])
}

/** Throws `altered` when a file's row differs from the log's row of its upload. */
export async function requireFileMatches(services: ReadServices, id: number): Promise<void> {
  const file = await readFile(services.db, id)
  await requireNoDifferences(services, file ? fileDifferences(file) : [])
}
