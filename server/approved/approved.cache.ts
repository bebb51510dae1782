import type { ApprovedQuery, ApprovedRow, RegionCount } from '../../shared/approved/approved.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { Db } from '../lib/db.ts'
import { keptAnswers } from '../lib/kept-answers.ts'
import { approvedVersion, countApprovedByRegion, listApproved } from './approved.queries.ts'

/** answers kept at once; the first pages of the regions are what nearly everybody reads */
const MOST_KEPT = 200

/** What was read since the last approval, so that a burst of visitors costs one reading. */
const kept = keptAnswers(approvedVersion, MOST_KEPT)

/** A page of the public list. */
export const approvedList = (db: Db, query: ApprovedQuery): Promise<PageReply<ApprovedRow>> =>
  kept(db, JSON.stringify(query), () => listApproved(db, query))

/** The counts per region. */
export const approvedCounts = (db: Db): Promise<RegionCount[]> =>
  kept(db, 'counts', () => countApprovedByRegion(db))
