import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import {
  type Crosswalk,
  CrosswalkLine,
  type CrosswalkVersion,
} from '../../shared/summaries/crosswalk.schema.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'

const Lines = z.array(CrosswalkLine)

const SAVER = sql<string | null>`users.first_name || ' ' || users.last_name`

const crosswalks = (db: Db) =>
  db
    .selectFrom('crosswalks')
    .leftJoin('users', 'users.id', 'crosswalks.created_by')
    .select(['crosswalks.version', 'crosswalks.created_at', SAVER.as('created_by'), 'crosswalks.lines'])

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

/** Returns the newest version and locks the table against new ones until the transaction ends. Readers do not wait. */
export async function lockCrosswalk(db: Db): Promise<Crosswalk> {
  await sql`lock table crosswalks in share row exclusive mode`.execute(db)
  return findCrosswalk(db)
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

const COLUMNS: ListColumns = {
  search: (text) => sql<boolean>`crosswalks.version::text = ${text}`,
  sort: { version: 'crosswalks.version', created_at: 'crosswalks.created_at' },
  defaultSort: [{ column: 'crosswalks.version', dir: 'desc' }],
  tieBreak: 'crosswalks.version',
}

/** Returns a page of the versions, each with its author and the number of summaries frozen with it. */
export function listCrosswalks(db: Db, query: PageQuery): Promise<PageReply<CrosswalkVersion>> {
  const scoped = db
    .selectFrom('crosswalks')
    .leftJoin('users', 'users.id', 'crosswalks.created_by')
    .select([
      'crosswalks.version',
      'crosswalks.created_at',
      SAVER.as('created_by'),
      sql<number>`(
        select count(*) from summary_documents where summary_documents.crosswalk_version = crosswalks.version
      )`.as('summaries'),
    ])
  return pageOf(db, { scoped, columns: COLUMNS }, query)
}
