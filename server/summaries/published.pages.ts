import { z } from 'zod/mini'
import type { PublicPage, SummaryPage } from '../../shared/public/public-page.ts'
import { YearParams } from '../../shared/summaries/summaries.schema.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { findPublished, findWithdrawn } from './published.queries.ts'

export const SUMMARY_PATH = '/summary'

/** Returns the page of a year's published summary; an invalid year is treated like one without a summary. */
export async function summaryPage(services: Services, params: unknown): Promise<PublicPage> {
  const { readDb: db, config } = services
  const asked = z.safeParse(YearParams, params)
  if (!asked.success) return NO_SUMMARY
  const found = await findPublished(services, asked.data.year)
  if (!found) return missingSummary(db, asked.data.year)
  const { document, frozen_at, sha256, since } = found
  const published = { document, frozen_at, sha256, since }
  const { public_url } = config
  const address = `${public_url}${SUMMARY_PATH}/${document.year}`
  return { page: 'summary', published, address, public_url }
}

const NO_SUMMARY = { page: 'no_summary' } as const

/** Returns the page of a year without a published summary: when and why one was withdrawn, if one was (S-150). */
export async function missingSummary(db: Db, year: number): Promise<PublicPage> {
  const withdrawn = await findWithdrawn(db, year)
  return withdrawn ? { page: 'withdrawn_summary', year, ...withdrawn } : NO_SUMMARY
}

/** Returns a text that changes with the page of a summary, whose frozen document never changes. */
export const fingerprintOf = ({ published: { sha256, since } }: SummaryPage): string =>
  `${sha256} ${since.changed} ${since.records}`
