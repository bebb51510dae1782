import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import {
  type Crosswalk,
  CrosswalkLine,
  type CrosswalkVersion,
} from '../../shared/summaries/crosswalk.schema.ts'
import { SAVED_BY, versionedSet } from '../context/versioned-set.ts'
import { pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'

const Lines = z.array(CrosswalkLine)

export const CROSSWALKS = versionedSet({ table: 'crosswalks', number: 'version', event: 'Crosswalk Saved' })

const versions = (db: Db) =>
  db
    .selectFrom('crosswalks')
    .leftJoin('users', 'users.id', 'crosswalks.created_by')
    .select(['crosswalks.version', 'crosswalks.created_at', SAVED_BY.as('created_by')])

const crosswalks = (db: Db) => versions(db).select('crosswalks.lines')

type Stored = Omit<Crosswalk, 'lines'> & { lines: unknown }
const parsed = (row: Stored): Crosswalk => ({ ...row, lines: z.parse(Lines, row.lines) })

/** Returns the newest version, which drafts use. */
export const findCrosswalk = async (db: Db): Promise<Crosswalk> =>
  parsed(await crosswalks(db).orderBy('crosswalks.version', 'desc').limit(1).executeTakeFirstOrThrow())

/** Returns one version, or null. */
export async function findCrosswalkVersion(db: Db, version: number): Promise<Crosswalk | null> {
  const found = await crosswalks(db).where('crosswalks.version', '=', version).executeTakeFirst()
  return found ? parsed(found) : null
}

/** Inserts a version. */
export async function insertCrosswalk(
  db: Db,
  { lines, ...row }: { version: number; lines: CrosswalkLine[]; created_by: number; created_at: string },
): Promise<void> {
  await db
    .insertInto('crosswalks')
    .values({ ...row, lines: JSON.stringify(lines) })
    .execute()
}

/** Returns a page of the versions, each with its author and the number of summaries frozen with it. */
export function listCrosswalks(db: Db, query: PageQuery): Promise<PageReply<CrosswalkVersion>> {
  const frozen = sql<number>`(
    select count(*) from summary_documents where summary_documents.crosswalk_version = crosswalks.version
  )`
  const scoped = versions(db).select(frozen.as('summaries'))
  return pageOf(db, { scoped, columns: CROSSWALKS.columns }, query)
}
