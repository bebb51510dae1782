import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import type { Form } from './forms.ts'
import type { Bench, Operation, Pools, Spread } from './operations.ts'
import type { Request } from './requests.ts'

/** writes of each side, one by one; three times as many at 16 */
const WRITES = 30
/** writes of each side before the measured ones: every one of twelve connections keeps the plans of its statements by then */
const WARM_UP = { regions: 120, region: 16 } satisfies Spread<number>
/** so many records of each kind the writes of one side use up in a whole run */
export const WRITES_OF_A_SIDE: Spread<number> = {
  regions: WARM_UP.regions + 4 * WRITES,
  region: WARM_UP.region + 4 * WRITES,
}

const taken = <T>(pool: T[]): T => {
  const next = pool.pop()
  if (next === undefined) throw new Error('The bench has used up its prepared records.')
  return next
}

/** Whoever signs in here is signed out elsewhere, so nobody of these does anything else. */
export const SIGNING_IN: readonly string[] = Array.from(
  { length: 40 },
  (_, at) => `bench${20 + at}@bureau.example`,
)
let account = 0

/** One account after the other: many tries on one at once are throttled, as they should be. */
const nextAccount = () => {
  account = (account + 1) % SIGNING_IN.length
  return SIGNING_IN[account]
}

const profileOf = ({ encoder, agreement_id, map_kml_id }: Form) => ({
  region_id: encoder.region_id,
  province_id: encoder.province_id,
  city_id: encoder.city_id,
  name_of_partner: 'Samahan ng Bagong Kagubatan',
  project_area: '100.25',
  agreement_id,
  map_kml_id,
})

/** What adds the profile of this form. */
export const createOf = (apiKey: string, form: Form): Request => ({
  method: 'POST',
  path: '/api/sites',
  headers: { 'x-api-key': apiKey, authorization: `Bearer ${form.encoder.token}` },
  body: {
    ...profileOf(form),
    year_implemented: 2024,
    project_year_start: 2024,
    project_year_end: 2034,
    redd_eligible_activities_area: ['Reducing emissions from deforestation'],
    emission_from_deforestation_area: '100.25',
    implementation_arrangement: 'MOA/MOU',
  },
})

const bareCreateOf = (form: Form): Request => ({
  method: 'POST',
  path: '/create',
  body: {
    ...profileOf(form),
    office_id: form.encoder.office_id,
    short_code: form.encoder.short_code,
    user: form.encoder.id,
    geometry: { type: 'MultiPolygon', coordinates: [] },
    lon: form.encoder.lon,
    lat: form.encoder.lat,
  },
})

/** Approving and adding profiles: over many regions, then in one, where writers wait for each other. */
export function writesOn({ apiKey, tokens, fmb, pools }: Bench): Operation[] {
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${tokens.fmb}` }
  const approve = (name: string, from: keyof Spread<unknown>): Operation => ({
    name,
    product: () => ({ method: 'POST', path: `/api/sites/approved/${taken(pools.waiting[from])}`, headers }),
    bare: () => ({
      method: 'POST',
      path: '/approve',
      body: { id: taken(pools.waiting[from]), user: fmb.id },
    }),
    count: WRITES,
    writes: { warmUp: WARM_UP[from] },
  })
  const create = (name: string, from: keyof Pools['uploads']): Operation => ({
    name,
    product: () => createOf(apiKey, taken(pools.uploads[from])),
    bare: () => bareCreateOf(taken(pools.fileRows[from])),
    count: WRITES,
    writes: { warmUp: WARM_UP[from] },
  })
  return [
    approve('approve, many regions', 'regions'),
    approve('approve', 'region'),
    create('create, many regions', 'regions'),
    create('create', 'region'),
    {
      name: 'sign-in',
      product: () => ({
        method: 'POST',
        path: '/api/login',
        headers: { 'x-api-key': apiKey },
        body: { email: nextAccount(), password: DEMO_PASSWORD, force: true },
      }),
      bare: () => ({
        method: 'POST',
        path: '/login',
        body: { email: nextAccount(), password: DEMO_PASSWORD },
      }),
      count: 20,
      writes: { warmUp: 40 },
    },
  ]
}
