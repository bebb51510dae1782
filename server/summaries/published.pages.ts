import { z } from 'zod/mini'
import type { PublicPage, SummaryPage } from '../../shared/public/public-page.ts'
import { SummaryAddressParams } from '../../shared/summaries/summaries.schema.ts'
import { summaryPath, versionOf } from '../../shared/summaries/summary-names.ts'
import type { Services } from '../context/context.ts'
import {
  findNewerYear,
  findPublic,
  findReplacement,
  isWithdrawn,
  listEarlier,
  type Published,
  type SummaryAddress,
  type Withdrawn,
} from './published.queries.ts'

export const SUMMARY_PATH = '/summary'

const NO_SUMMARY = { page: 'no_summary' } as const

/** Returns the page of a public summary; an invalid address is treated like one without a summary. */
export async function summaryPage(services: Services, params: unknown): Promise<PublicPage> {
  const asked = z.safeParse(SummaryAddressParams, params)
  if (!asked.success) return NO_SUMMARY
  const { year, version = null } = asked.data
  const found = await findPublic(services, { year, version })
  if (!found) return NO_SUMMARY
  return isWithdrawn(found) ? withdrawnPage(services, found) : readablePage(services, found)
}

async function readablePage({ readDb: db, config }: Services, found: Published): Promise<SummaryPage> {
  const { document, frozen_at, sha256, since, withdrawn_records, replaced_at, replaced_by, year } = found
  const version = replaced_at === null ? null : versionOf(sha256)
  const path = summaryPath(year, version)
  return {
    page: 'summary',
    published: { document, frozen_at, sha256, since, withdrawn_records },
    version,
    path,
    public_url: config.public_url,
    replaced:
      replaced_at === null || replaced_by === null
        ? null
        : { at: replaced_at, path: await findReplacement(db, replaced_by) },
    earlier: replaced_at === null ? await listEarlier(db, year) : [],
  }
}

/** Returns the page of a withdrawn summary: when and why it was, its proof, and the newer one (S-150). */
async function withdrawnPage({ readDb: db }: Services, found: Withdrawn): Promise<PublicPage> {
  const { year, withdrawn_at, reason, sha256 } = found
  const newer = await findNewerYear(db, year)
  return { page: 'withdrawn_summary', year, withdrawn_at, reason, sha256, newer }
}

/** Returns the page for a file that is not there: the summary of this address was withdrawn, or never was. */
export async function missingSummary(services: Services, at: SummaryAddress): Promise<PublicPage> {
  const found = await findPublic(services, at)
  return found && isWithdrawn(found) ? withdrawnPage(services, found) : NO_SUMMARY
}

/** Returns a text that changes with the page of a summary, whose frozen document never changes. */
export const fingerprintOf = ({ published: { document: _frozen, ...facts }, ...page }: SummaryPage): string =>
  JSON.stringify({ ...page, ...facts })
