import type pg from 'pg'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import { type Encoder, type Form, insertForms, uploadForms } from './forms.ts'
import type { Words } from './list.ts'
import type { Bench, Spread } from './operations.ts'
import { mustSend } from './requests.ts'
import { SIGNING_IN } from './write-operations.ts'

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

/** Adds profiles that wait for FMB, as their encoder, PENRO and region have left them; their ids. */
async function addWaiting(database: pg.Pool, forms: readonly Form[]): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into site_profiles (code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
       year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
       emission_from_deforestation_area, implementation_arrangement, agreement_id, map_kml_id, site_status,
       penro_status, region_status, fmb_status, created_by, updated_by, submitted_by, submitted_at, waiting_since)
     select 'SITES-' || short_code || '-2025-' || map_kml_id, region_id, province_id, city_id, office_id,
       'Samahan ng Bagong Kagubatan', 100.25, 2024, 2024, 2034, array['Reducing emissions from deforestation'], 100.25,
       'MOA/MOU', agreement_id, map_kml_id, 'Submitted', 'Approved', 'Approved', 'Submitted', id, id, id, now(), now()
     from jsonb_to_recordset($1) as forms (
       id integer, region_id integer, province_id integer, city_id integer, office_id integer, short_code text,
       agreement_id integer, map_kml_id integer
     )
     returning id`,
    [JSON.stringify(forms.map(({ encoder, ...files }) => ({ ...encoder, ...files })))],
  )
  return rows.map(({ id }) => id)
}

const one = async <T extends object>(database: pg.Pool, text: string, values: unknown[] = []): Promise<T> => {
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
       short_code, provinces.label_lon::float8 as lon, provinces.label_lat::float8 as lat, (
         select min(cities.id) from cities
         where cities.province_id = offices.province_id and cities.region_id = offices.region_id
       ) as city_id
     from users join roles on roles.id = role_id join offices on offices.id = office_id
       join provinces on provinces.id = offices.province_id join regions on regions.id = users.region_id
       cross join lateral (
         select -count(*) as profiles from site_profiles where site_profiles.region_id = users.region_id
       ) as counted
     where roles.access_level = 'PENRO' and roles.kind = 'Encoder' and email <> all($1)
     order by profiles, users.region_id, users.id`,
    [SIGNING_IN],
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
    // neither of the first nor what a run has added; without neighbours on its land as long as there is one
    `select id from (
       select site_profiles.id, extent from site_profiles join site_boundaries on site_profile_id = site_profiles.id
       where site_profiles.id >= (select max(id) / 8 from site_profiles) and site_status = 'Approved'
         and status = 'Activated'
       order by site_profiles.id limit 2000
     ) as early
     order by exists (
       select from site_boundaries as other where other.site_profile_id <> early.id and other.extent && early.extent
     ), id limit 1`,
  )
  const uploads = (from: keyof Spread<unknown>) => uploadForms(origin, apiKey, encoders[from], writes[from])
  const fileRows = (from: keyof Spread<unknown>, count: number) =>
    insertForms(database, encoders[from], count * writes[from])
  const waiting = async (from: keyof Spread<unknown>) => addWaiting(database, await fileRows(from, 3))
  return {
    tokens,
    apiKey,
    fmb,
    encoders,
    record: record.id,
    words: await findWords(database, record.id),
    pools: {
      waiting: { region: await waiting('region'), regions: await waiting('regions') },
      uploads: { region: await uploads('region'), regions: await uploads('regions') },
      fileRows: { region: await fileRows('region', 2), regions: await fileRows('regions', 2) },
    },
    addWaiting: async (count) => addWaiting(database, await insertForms(database, encoders.region, count)),
    // as one final approval counts: in its own office
    approvedMeanwhile: () =>
      database.query(
        `insert into record_changes as kept (office_id, region_id, records, approvals)
         select office_id, region_id, 1, 1 from approved_sites limit 1
         on conflict on constraint record_changes_pkey do update set approvals = kept.approvals + 1`,
      ),
  }
}
