import { z } from 'zod/mini'
import type { PublicPage, SummaryPage } from '../../shared/public/public-page.ts'
import { YearParams } from '../../shared/summaries/summaries.schema.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { findPublished, findWithdrawn } from './published.queries.ts'

export const SUMMARY_PATH = '/summary'

/** The page of the published summary of a year; years that are none, or have none, get the same answer. */
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

/** What is said of a year without a published summary: when and why it was withdrawn, if it was (S-150). */
export async function missingSummary(db: Db, year: number): Promise<PublicPage> {
  const withdrawn = await findWithdrawn(db, year)
  return withdrawn ? { page: 'withdrawn_summary', year, ...withdrawn } : NO_SUMMARY
}

/** All that the page of a summary differs by: a frozen document never changes. */
export const fingerprintOf = ({ published: { sha256, since } }: SummaryPage): string =>
  `${sha256} ${since.changed} ${since.records}`
