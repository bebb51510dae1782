import type pg from 'pg'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import { type Encoder, insertForms, uploadForms } from './forms.ts'
import type { Words } from './list.ts'
import type { Bench, Spread } from './operations.ts'
import { mustSend } from './requests.ts'

/** A token of this person. */
export async function signIn(origin: string, apiKey: string, email: string): Promise<string> {
  const answer = await mustSend(origin, {
    method: 'POST',
    path: '/api/login',
    headers: { 'x-api-key': apiKey },
    body: { email, password: DEMO_PASSWORD, force: true },
  })
  return (JSON.parse(answer.toString()) as { token: string }).token
}

/** The regions but one, or this one, and how many records of them are wanted. */
type Where = { comparison: '=' | '<>'; region_id: number; count: number }

/**
 * Profiles that wait for FMB, one of each region after the other; where a small bureau has too few of them, approved
 * ones wait again.
 */
async function findWaiting(database: pg.Pool, { comparison, region_id, count }: Where): Promise<number[]> {
  const inTurn = (condition: string) => `
    select id from site_profiles
    where status = 'Activated' and region_id ${comparison} $1 and ${condition}
    order by row_number() over (partition by region_id order by id), region_id limit $2`
  const find = async () => {
    const { rows } = await database.query<{ id: number }>(inTurn(`fmb_status = 'Submitted'`), [
      region_id,
      count,
    ])
    return rows.map(({ id }) => id)
  }
  const missing = count - (await find()).length
  if (missing > 0)
    await database.query(
      `update site_profiles set site_status = 'Submitted', fmb_status = 'Submitted', waiting_since = approved_at,
         approved_at = null
       where id in (${inTurn(`site_status = 'Approved'`)})`,
      [region_id, missing],
    )
  return find()
}

const one = async <T extends object>(
  database: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<T> => {
  const { rows } = await database.query<T>(text, values)
  const row = rows[0]
  if (!row) throw new Error(`Nothing found by ${text}`)
  return row
}

/** The first encoder of the region with most profiles, and the first of each other region. */
async function findEncoders(
  origin: string,
  apiKey: string,
  database: pg.Pool,
): Promise<Spread<[Encoder, ...Encoder[]]>> {
  const { rows } = await database.query<Omit<Encoder, 'token'> & { email: string }>(
    `select distinct on (profiles, users.region_id) users.id, email, users.region_id, office_id, offices.province_id,
       short_code, (
         select min(cities.id) from cities
         where cities.province_id = offices.province_id and cities.region_id = offices.region_id
       ) as city_id
     from users join roles on roles.id = role_id join offices on offices.id = office_id
       join regions on regions.id = users.region_id
       cross join lateral (
         select -count(*) as profiles from site_profiles where site_profiles.region_id = users.region_id
       ) as counted
     where roles.access_level = 'PENRO' and roles.kind = 'Encoder'
     order by profiles, users.region_id, users.id`,
  )
  const signedIn: Encoder[] = []
  for (const { email, ...encoder } of rows)
    signedIn.push({ ...encoder, token: await signIn(origin, apiKey, email) })
  const [first, second, ...others] = signedIn
  if (!first || !second) throw new Error('This bureau adds profiles in one region alone.')
  return { region: [first], regions: [second, ...others] }
}

/** What is typed into a search: of a place, of a twelfth of all profiles, of a few codes. */
async function findWords(database: pg.Pool, record: number): Promise<Words> {
  const { city } = await one<{ city: string }>(
    database,
    `select cities.name as city from site_profiles join cities on cities.id = city_id
     group by cities.name order by abs(count(*) - 40), cities.name limit 1`,
  )
  const { code } = await one<{ code: string }>(database, 'select code from site_profiles where id = $1', [
    record,
  ])
  return {
    rare: `ng ${city}`,
    common: 'Reforestation',
    // SITES-R04A-2024-0123: the year's end and the number
    code: code.slice(-6),
    letters: 'ba',
    accents: 'Peñaflor',
  }
}

/** Signs people in and finds the records the requests are about, enough for so many writes of each side. */
export async function prepareBench(
  origin: string,
  apiKey: string,
  database: pg.Pool,
  writes: Spread<number>,
): Promise<Bench> {
  const fmb = await one<{ id: number; email: string }>(
    database,
    `select id, email from users where email = 'bench1@bureau.example'`,
  )
  const tokens = { fmb: await signIn(origin, apiKey, fmb.email) }
  const encoders = await findEncoders(origin, apiKey, database)
  const record = await one<{ id: number }>(
    database,
    `select site_profiles.id from site_profiles join site_boundaries on site_profile_id = site_profiles.id
     where site_profiles.id >= (select max(id) / 2 from site_profiles) and site_status = 'Approved'
       and status = 'Activated' and not exists (
         select from site_boundaries as other
         where other.site_profile_id <> site_boundaries.site_profile_id and other.extent && site_boundaries.extent
       )
     order by site_profiles.id limit 1`,
  )
  const { region_id } = encoders.region[0]
  const uploads = async (from: keyof Spread<unknown>) =>
    uploadForms(origin, apiKey, encoders[from], writes[from])
  const fileRows = async (from: keyof Spread<unknown>) =>
    insertForms(database, encoders[from], 2 * writes[from])
  return {
    tokens,
    apiKey,
    fmb,
    encoders,
    record: record.id,
    words: await findWords(database, record.id),
    pools: {
      waiting: {
        region: await findWaiting(database, { comparison: '=', region_id, count: 3 * writes.region }),
        regions: await findWaiting(database, { comparison: '<>', region_id, count: 3 * writes.regions }),
      },
      uploads: { region: await uploads('region'), regions: await uploads('regions') },
      fileRows: { region: await fileRows('region'), regions: await fileRows('regions') },
    },
    // as one final approval counts: in its own office
    approvedMeanwhile: () =>
      database.query(
        `update record_changes set approvals = approvals + 1
         where (office_id, region_id) = (select office_id, region_id from approved_sites limit 1)`,
      ),
  }
}
