import { sql } from 'kysely'
import type { Altered } from '../../shared/claims/altered.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { titlesOf, wordingOf } from '../../shared/principles/wording.ts'
import type { Services } from '../context/context.ts'
import { textSum } from '../context/stated-text.ts'
import type { Db } from '../database/db.ts'
import type { FileStore } from '../store/file-store.ts'
import { readDocument } from '../summaries/documents.queries.ts'
import { certificateDifferences } from '../claims/certificate-differences.ts'
import { listLostCertificates, readCertificates } from '../claims/claimed-certificates.queries.ts'
import { checkFiles, type FilesChecked, type FilesRead } from '../claims/files.check.ts'
import { listAlteredSteps } from '../claims/altered-steps.queries.ts'
import { differencesOf } from '../claims/site-differences.ts'
import { listLostActivities, nextSites, readSites } from '../claims/stated.queries.ts'
import { findWordDifferences, type Wordings } from '../claims/word-differences.queries.ts'
import { BATCHES, listPrinciples } from '../principles/principles.queries.ts'
import {
  evidenceSum,
  listClaimedSummaries,
  readClaimedSummary,
} from '../summaries/claimed-summaries.queries.ts'
import { checkTexts } from '../texts/text-reviews.queries.ts'
import { summaryDifferences } from '../summaries/summary-differences.ts'

const SITES_PER_QUERY = 500
const CERTIFICATES_PER_QUERY = 500
/** lost records reported at once; a verification after their repair finds the rest */
const MAX_LOST_NAMED = 1_000

export type ClaimOptions = {
  /** the files whose bytes are read */
  files?: FilesChecked
  /** hears after each file how many of all were compared */
  onFile?: (done: number, total: number) => void
  /** files whose bytes are read in any case */
  known?: ReadonlySet<number>
  now?: Date
  onProgress?: (sites: number) => Promise<void> | void
  signal?: AbortSignal | undefined
}

type Report = (found: Altered) => void

export type CheckedClaims = { sites: number } & FilesRead

/** Returns the SHA-256 of the wording of each set of criteria. */
async function listWordings(db: Db): Promise<Wordings> {
  const last = await BATCHES.findNewest(db)
  const wordings = new Map<number, string>()
  for (let number = 1; number <= last; number += 1)
    wordings.set(number, textSum(wordingOf((await listPrinciples(db, number)).map(titlesOf))))
  return wordings
}

async function checkSites(db: Db, { onProgress, signal }: ClaimOptions, report: Report) {
  const wordings = await listWordings(db)
  let sites = 0
  for (let last = 0; ; ) {
    signal?.throwIfAborted()
    const ids = await nextSites(db, last, SITES_PER_QUERY)
    for (const site of await readSites(db, ids))
      for (const found of [...differencesOf(site), ...(await findWordDifferences(db, site, wordings))])
        report(found)
    sites += ids.length
    await onProgress?.(sites)
    last = ids.at(-1) ?? last
    if (ids.length < SITES_PER_QUERY) break
  }
  for (const { id, code, site, site_status } of await listLostActivities(db, MAX_LOST_NAMED))
    report({
      kind: 'site',
      record: Number(site ?? 0),
      sentence: `The log says that activity ${id} of ${code ?? 'a site'} is approved; the table site_activities says ${site_status ?? 'nothing'}.`,
    })
  for (const { record, code, event, at, logged } of await listAlteredSteps(db, MAX_LOST_NAMED))
    report({
      kind: 'site',
      record,
      sentence: logged
        ? `The log says "${event}" of ${code} on ${formatDateTime(at)}; the table review_steps does not have it.`
        : `The table review_steps says "${event}" of ${code} on ${formatDateTime(at)}; the log does not.`,
    })
  return sites
}

async function checkCertificates(db: Db, { signal }: ClaimOptions, report: Report) {
  for (let last = ''; ; ) {
    signal?.throwIfAborted()
    const rows = await readCertificates(
      db,
      sql`certificates.code in (select code from certificates where code > ${last} order by code limit ${CERTIFICATES_PER_QUERY})`,
    )
    for (const one of rows) for (const found of certificateDifferences(one)) report(found)
    if (rows.length < CERTIFICATES_PER_QUERY) break
    last = rows.at(-1)?.code ?? last
  }
  for (const { site_activity_id: record, code, said, found } of await listLostCertificates(
    db,
    MAX_LOST_NAMED,
  ))
    report({
      kind: 'certificate',
      record,
      sentence: `The log says that ${said} certificates of ${code} (activity ${record}) were issued; the table certificates has ${found}.`,
    })
}

async function checkSummaries(db: Db, { signal }: ClaimOptions, report: Report) {
  for (const id of await listClaimedSummaries(db)) {
    signal?.throwIfAborted()
    const summary = await readClaimedSummary(db, id)
    const early = summaryDifferences(summary)
    for (const found of early) report(found)
    // an altered text may not be readable as a document
    if (early.length > 0 || summary.text_sha256 === null) continue
    const { document } = await readDocument(db, id)
    const list = await evidenceSum(db, id)
    for (const found of summaryDifferences(summary, { document, list })) report(found)
  }
}

/**
 * Compares everything public with the log: approved records, the public list and its past, official words in other
 * languages, certificates, frozen and published summaries, and files. Read-only, with some hundred records in memory at a time; passes each difference to
 * `report`.
 */
export async function claimsCheck(
  services: Pick<Services, 'db'> & { files?: FileStore },
  options: ClaimOptions,
  report: Report,
): Promise<CheckedClaims> {
  const { db } = services
  const sites = await checkSites(db, options, report)
  for (const found of await checkTexts(db)) report(found)
  await checkCertificates(db, options, report)
  await checkSummaries(db, options, report)
  const { files: checked = 'none', known = new Set(), now = new Date(), onFile, signal } = options
  return {
    sites,
    ...(await checkFiles(services, { checked, known, now, onProgress: onFile, signal }, report)),
  }
}
