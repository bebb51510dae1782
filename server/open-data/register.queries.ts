import { sql } from 'kysely'
import type { CadTrustSite } from '../../shared/open-data/cad-trust.ts'
import type { RegisterSpan } from '../../shared/open-data/open-data.files.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { endOf, registerAsOf } from '../approved/register.queries.ts'
import { listAlteredSites } from '../claims/altered-sites.actions.ts'
import { isAmong, isUnlikeLog } from '../claims/unlike-log.queries.ts'
import type { Db } from '../database/db.ts'

const firstDays = new WeakMap<Db, string>()

/** The first day of the register. Its history only grows, so a day that was found once stays. */
async function findFirstDay(db: Db): Promise<string | null> {
  const known = firstDays.get(db)
  if (known !== undefined) return known
  const { rows } = await sql<{ first: string | null }>`
    select min(since) as first from approved_site_history`.execute(db)
  const first = rows[0]?.first ?? null
  if (first === null) return null
  const day = manilaDay(new Date(first))
  firstDays.set(db, day)
  return day
}

/** Returns the first day of the register and its latest approval. */
export async function findRegisterSpan(db: Db): Promise<RegisterSpan> {
  const [first_day, latest] = await Promise.all([
    findFirstDay(db),
    db.selectFrom('approved_sites').select('approved_at').orderBy('approved_at', 'desc').limit(1).execute(),
  ])
  const last_at = latest[0]?.approved_at
  return { first_day, last_at: last_at === undefined ? null : new Date(last_at).toISOString() }
}

/** rows per query; between two queries the connection is free */
const CHUNK = 1000

/**
 * Reads the register for the dictionary of CAD Trust in chunks, by SITES code. The dictionary has no place to say that a
 * record does not match the log, so such a one is left out.
 */
export async function* readCadTrustSites(db: Db, as_of: string | undefined): AsyncGenerator<CadTrustSite[]> {
  const altered = await listAlteredSites(db)
  for (let after = ''; ; ) {
    const rows = await registerAsOf(db, as_of)
      .innerJoin('site_profiles', 'site_profiles.id', 'approved_sites.site_profile_id')
      .innerJoin('regions', 'regions.id', 'site_profiles.region_id')
      .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
      .select(['site_profiles.code', 'regions.name as region', 'provinces.name as province'])
      .select(['site_profiles.name_of_partner', 'site_profiles.redd_eligible_activities_area'])
      .select(['approved_sites.approved_at', 'approved_sites.site_activity_id'])
      .where('site_profiles.code', '>', after)
      .select(
        sql<boolean>`${isAmong('approved_sites.site_profile_id', altered)} or ${isUnlikeLog({ boundary: false, at: endOf(as_of) })}`.as(
          'altered',
        ),
      )
      .orderBy('site_profiles.code')
      .limit(CHUNK)
      .execute()
    if (rows.length > 0) yield rows.filter((row) => !row.altered)
    if (rows.length < CHUNK) return
    after = rows.at(-1)?.code ?? after
  }
}
