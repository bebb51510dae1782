import type { Altered } from '../../shared/claims/altered.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { findUnproved } from '../public-log/proved-rows.actions.ts'
import { recordAltered } from './altered.actions.ts'
import { listRecorded } from './altered.queries.ts'
import { differencesOf } from './site-differences.ts'
import { type ClaimedSite, readSites, STATING_EVENT, type StatedRow } from './stated.queries.ts'
import { findWordDifferences, type Wordings } from './word-differences.queries.ts'

/** sites of a list that are compared at one reading */
const MAX_COMPARED = 20

const statesFacts = ({ event }: StatedRow): boolean => event === STATING_EVENT

/** The rows of the log that state something public of a site. */
const statingRowsOf = ({ rows, activities, instruments }: ClaimedSite): number[] => [
  ...[rows, ...activities.map((one) => one.rows)]
    .flat()
    .filter(statesFacts)
    .map(({ id }) => id),
  ...(instruments?.stated ? [instruments.stated.id] : []),
]

/**
 * Compares a site and its names with the log, and its rows with their entries; with `files` also with the signed tree there, and
 * of its sets of criteria those with one of the `wordings`.
 */
export async function siteDifferences(
  db: Db,
  site: ClaimedSite,
  { files, wordings }: { files: Services['files'] | null; wordings: Wordings },
): Promise<Altered[]> {
  const name = site.rows[0]?.code ?? site.facts?.code ?? `profile ${site.id}`
  const unproved = await findUnproved(files, db, statingRowsOf(site), name)
  return [
    ...unproved.map((sentence): Altered => ({ kind: 'site', record: site.id, sentence })),
    ...differencesOf(site),
    ...(await findWordDifferences(db, site, wordings)),
  ]
}

async function compareSites(db: Db, ids: readonly number[]): Promise<Altered[]> {
  const found: Altered[] = []
  // lists show no wording of criteria
  const shown = { files: null, wordings: new Map() }
  for (const site of await readSites(db, ids)) found.push(...(await siteDifferences(db, site, shown)))
  return found
}

/**
 * Returns the ids of the sites recorded as altered that differ from the log now, so that a repair shows at the next
 * reading. Of many, those beyond `MAX_COMPARED` count as altered until a verification has compared them.
 */
export async function listAlteredSites(db: Db): Promise<number[]> {
  const recorded = await listRecorded(db, 'site')
  if (recorded.length === 0) return recorded
  const found = await compareSites(db, recorded.slice(0, MAX_COMPARED))
  return [...new Set(found.map(({ record }) => record)), ...recorded.slice(MAX_COMPARED)]
}

/** Records how these sites, which a list found unlike the log, differ from it. */
export async function recordAlteredSites(
  { db }: Pick<Services, 'db'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await recordAltered({ db }, await compareSites(db, ids.slice(0, MAX_COMPARED)))
}
