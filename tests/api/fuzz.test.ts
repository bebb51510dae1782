import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { auditApi, integrityApi } from '../../shared/audit/audit.schema.ts'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { draftsApi, unfinishedApi } from '../../shared/drafts/drafts.schema.ts'
import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { pointTimesApi } from '../../shared/dashboard/point-times.schema.ts'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { filesApi } from '../../shared/files/files.schema.ts'
import { uploadsApi } from '../../shared/files/uploads.schema.ts'
import { importsApi } from '../../shared/imports/imports.schema.ts'
import { landApi } from '../../shared/land/findings.schema.ts'
import { instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { layersApi } from '../../shared/land/layers.schema.ts'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import { photosApi } from '../../shared/land/photos.schema.ts'
import { activityNotesApi, siteNotesApi } from '../../shared/notes/notes.schema.ts'
import { placesApi } from '../../shared/places/places.schema.ts'
import { principlesApi } from '../../shared/principles/principles.schema.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { reportsApi } from '../../shared/reports/reports.schema.ts'
import { officesApi } from '../../shared/offices/offices.schema.ts'
import { templatesApi } from '../../shared/review/points.schema.ts'
import { recordViewsApi } from '../../shared/review/review.schema.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { signInApi } from '../../shared/sign-in/sign-in.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { commentsApi } from '../../shared/summaries/comments.schema.ts'
import { crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { translationsApi } from '../../shared/translations/translations.schema.ts'
import { publishedApi, summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { writingApi } from '../../shared/summaries/summary-writing.schema.ts'
import { oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { mailLanguageApi } from '../../shared/users/mail-language.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { type BadProvider, startBadProvider } from '../support/doubles/bad-oidc-provider.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import type { Pool } from '../support/records/arbitraries.ts'
import {
  bodies,
  METHODS,
  oddHeaders,
  type Payload,
  paths,
  pieces,
  queries,
  tusHeaders,
  uploads,
} from '../support/records/arbitrary-requests.ts'
import { callsOf, PERSON_OF, type SentCall } from '../support/oracles/authorization-calls.ts'
import { type Kind, type RoleName, ROLES, TABLE } from '../support/oracles/authorization-table.ts'
import { type Aim, arrange } from '../support/oracles/authorization-targets.ts'
import { type Change, type ChangeWatch, watchChanges } from '../support/oracles/changes.ts'
import { poolOf } from '../support/records/fuzz-pool.ts'
import { oidcSettings } from '../support/records/single-sign-on.ts'
import { faultOf } from '../support/oracles/judge.ts'
import { FULL, SEED } from '../support/full.ts'

/**
 * Valid, changed and hostile calls to every route of the contract as every kind of caller: no answer is a server error
 * or breaks its schema, and no rejected call changes a row.
 */

// the short run makes the same calls every time; SEED repeats a run
const REQUESTS = FULL ? 20_000 : 500

const CONTRACT: Endpoint[] = [
  ...Object.values(authApi),
  ...Object.values(factorsApi),
  ...Object.values(placesApi),
  ...Object.values(filesApi),
  ...Object.values(uploadsApi),
  ...Object.values(draftsApi),
  ...Object.values(sitesApi),
  ...Object.values(siteNotesApi),
  ...Object.values(landApi),
  ...Object.values(activityNotesApi),
  ...Object.values(photosApi),
  ...Object.values(instrumentsApi),
  ...Object.values(importsApi),
  ...Object.values(layersApi),
  ...Object.values(principlesApi),
  ...Object.values(activitiesApi),
  ...Object.values(approvedApi),
  ...Object.values(dashboardApi),
  ...Object.values(pointTimesApi),
  ...Object.values(auditApi),
  ...Object.values(publicLogApi),
  ...Object.values(reportsApi),
  ...Object.values(usersApi),
  ...Object.values(mailLanguageApi),
  ...Object.values(oidcApi),
  ...Object.values(rolesApi),
  ...Object.values(officesApi),
  ...Object.values(templatesApi),
  ...Object.values(crosswalkApi),
  ...Object.values(translationsApi),
  ...Object.values(commentsApi),
  ...Object.values(writingApi),
  ...Object.values(summariesApi),
  ...Object.values(publishedApi),
  ...Object.values(integrityApi),
  ...Object.values(unfinishedApi),
  ...Object.values(recordViewsApi),
  ...Object.values(signInApi),
]
/** one share is left for calls that are not in the contract */
const RUNS = Math.ceil(REQUESTS / (CONTRACT.length + 1))

type Person = RoleName | (typeof OUTSIDERS)[number]
const OUTSIDERS = ['signed out', 'dead token', 'deactivated', 'no key', 'wrong key', 'broken header'] as const
const people: fc.Arbitrary<Person> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Person>(...ROLES) },
  fc.constantFrom<Person>(...OUTSIDERS),
)

type Request = {
  person: Person
  method: string
  url: string
  payload: Payload
  headers: Record<string, string>
}

let t: TestApp
let provider: BadProvider
let watch: ChangeWatch
let pool: Pool
let before: string
const sound = new Map<string, SentCall[]>()
const headersOf = new Map<Person, Record<string, string>>()
let sent = 0
const statuses = new Map<number, number>()

async function examples(aims: Map<Kind, Aim[]>) {
  const says = await callsOf(t)
  for (const [call, row] of Object.entries(TABLE)) {
    const say = says[call]
    if (!say) continue
    const some = (row.at ?? ['nothing']).flatMap((kind) => (aims.get(kind) ?? []).slice(0, FULL ? 12 : 3))
    const all = some.flatMap((aim) => ROLES.map(async (caller) => say(aim, caller)))
    sound.set(call, await Promise.all(all))
  }
}

beforeAll(async () => {
  provider = await startBadProvider()
  t = await startApp({ settings: oidcSettings(provider.issuer) })
  await examples(await arrange(t))
  pool = await poolOf(t)
  for (const role of ROLES) {
    const { token } = await t.as(PERSON_OF[role])
    headersOf.set(role, { 'x-api-key': API_KEY, authorization: `Bearer ${token}` })
  }
  const { token } = await t.as('left.encoder')
  headersOf.set('deactivated', { 'x-api-key': API_KEY, authorization: `Bearer ${token}` })
  headersOf.set('signed out', { 'x-api-key': API_KEY })
  headersOf.set('dead token', { 'x-api-key': API_KEY, authorization: 'Bearer ZGVhZA' })
  headersOf.set('broken header', { 'x-api-key': API_KEY, authorization: 'Bearer \u00e9 \u00ff' })
  headersOf.set('no key', { authorization: `Bearer ${token}` })
  headersOf.set('wrong key', { 'x-api-key': `${API_KEY} `, authorization: `Bearer ${token}` })
  watch = await watchChanges(t)
  before = await watch.fingerprint()
  console.log(`Fuzz: seed ${SEED}, ${RUNS} requests to each of ${CONTRACT.length} calls and to what is none`)
}, 120_000)
afterAll(async () => {
  await t.close()
  await provider.stop()
})

async function send({ person, method, url, payload, headers }: Request) {
  const { text, bytes, type } = payload
  const body = bytes ?? text
  return t.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...headersOf.get(person),
      ...headers,
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
}

/**
 * A rejected call may only leave the log of failed logins and second steps and their counts (S-04), may use up what a
 * passkey was asked, and may delete an upload that can never become a file.
 */
const isTry = ({ table, op, new: row }: Change): boolean =>
  table === 'public.throttle_events' ||
  table === 'public.login_failure_counts' ||
  table === 'public.guessed_addresses' ||
  table === 'public.oidc_sign_ins' ||
  table === 'public.second_steps' ||
  (table === 'public.passkey_challenges' && op === 'DELETE') ||
  (table === 'public.file_uploads' && op === 'DELETE') ||
  (table === 'public.audit_logs' && op === 'INSERT' && FAILURES.includes(JSON.parse(row ?? '{}').event))
const FAILURES = ['Login Failed', 'Second Step Failed']

/** records of who has read what */
const NOTES_OF_READING = ['public.audit_logs', 'public.file_downloads', 'public.record_sendings']

/** Whether this call answers a request; HEAD is answered by GET. */
function answers(endpoint: Endpoint, method: string, path: string): boolean {
  if (endpoint.method !== (method === 'HEAD' ? 'GET' : method)) return false
  const pattern = endpoint.path.replace(/\/:\w+\?/, '(/[^/]*)?').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^/api${pattern}$`).test(path)
}

const pathOf = ({ url }: Request) => new URL(url, 'http://localhost').pathname
const partsIn = (path: string) => path.split(':').length

/** The most exact call at an address, or null: a generated address may match another call than intended. */
function callAt(request: Request): Endpoint | null {
  const calls = CONTRACT.filter((endpoint) => answers(endpoint, request.method, pathOf(request)))
  return calls.sort((a, b) => partsIn(a.path) - partsIn(b.path))[0] ?? null
}

/** Sends one request, reverts its changes, and returns the fault in the answer, or null. */
async function faultIn(request: Request): Promise<string | null> {
  const reply = await send(request)
  const changes = await watch.taken()
  if (changes.length > 0) await watch.undo(changes)
  sent += 1
  statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
  // dots can lead out of the API, where other shapes are valid
  const isOurs = pathOf(request).startsWith('/api/') || reply.statusCode >= 500
  const fault = isOurs ? faultOf(callAt(request), request.method, reply) : null
  if (fault) return `${reply.statusCode} ${fault}: ${reply.body.slice(0, 500)}`
  const forbidden = reply.statusCode < 300 ? [] : changes.filter((change) => !isTry(change))
  if (forbidden.length > 0)
    return `${reply.statusCode}, but changed ${forbidden.map(({ op, table }) => `${op} ${table}`).join(', ')}`
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  const written = isRead ? changes.filter(({ table }) => !NOTES_OF_READING.includes(table)) : []
  return written.length > 0 ? `a read changed ${written.map(({ table }) => table).join(', ')}` : null
}

const options = { seed: SEED, numRuns: RUNS, endOnFailure: false }

function requestsTo(endpoint: Endpoint): fc.Arbitrary<Request> {
  const call = `${endpoint.method} ${endpoint.path}`
  const known = sound.get(call) ?? []
  const example = fc.constantFrom(...(known.length > 0 ? known : [{ url: endpoint.path }]))
  const body = example.map((one) => (one.payload instanceof Buffer ? {} : (one.payload ?? {})))
  const address = fc.oneof(
    { weight: 3, arbitrary: example.map(({ url }) => url) },
    fc
      .tuple(paths(endpoint, pool), queries(endpoint, pool))
      .map(([path, query]) => (query ? `${path}?${query}` : path)),
  )
  const form = example.map(
    (one): Payload => ({
      ...(one.payload instanceof Buffer ? { bytes: one.payload } : {}),
      type: one.headers?.['content-type'] ?? '',
    }),
  )
  const hasBody = endpoint.method !== 'GET'
  const payload = endpoint.upload
    ? fc.oneof(form, { weight: 4, arbitrary: uploads })
    : endpoint.bytes
      ? pieces
      : hasBody
        ? bodies(endpoint, pool, body)
        : fc.constant<Payload>({})
  return fc.record({
    person: people,
    method: fc.constant<string>(endpoint.method),
    url: address.map((url) => `/api${url}`),
    payload,
    headers: endpoint.headers ? fc.oneof(tusHeaders, tusHeaders, oddHeaders) : oddHeaders,
  })
}

test('the fuzzer knows every call of the contract', () => {
  const name = ({ method, path }: Endpoint) => `${method} ${path}`
  expect(CONTRACT.map(name).sort()).toEqual(t.app.contract.map(name).sort())
})

describe('whatever is sent', () => {
  test.each(CONTRACT.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s answers inside its contract',
    async (_method, _path, endpoint) => {
      const property = fc.asyncProperty(requestsTo(endpoint), async (request) => {
        expect(await faultIn(request)).toBeNull()
      })
      await fc.assert(property, options)
    },
    FULL ? 900_000 : 120_000,
  )

  test('what is no call of the contract is refused in the same shape', async () => {
    const anyPath = fc.constantFrom(...CONTRACT.map(({ path }) => path.replace(/:\w+\??/g, '1')))
    const request = fc.record({
      person: people,
      method: fc.constantFrom<string>(...METHODS),
      url: fc.oneof(
        anyPath.map((path) => `/api${path}`),
        anyPath.map((path) => `/api${path}/`),
        anyPath.map((path) => `/api${path.toUpperCase()}`),
        fc.webPath().map((path) => `/api/${path}`),
        fc.constantFrom(
          '/api',
          '/api/',
          '/api//',

          '/api/\u0000',
          '/api?x=1',
        ),
      ),
      payload: fc.constantFrom<Payload[]>(
        {},
        { text: '{}', type: 'application/json' },
        { text: '{', type: 'text/plain' },
      ),
      headers: oddHeaders,
    })
    const property = fc.asyncProperty(request, async (one) => {
      expect(await faultIn(one)).toBeNull()
    })
    await fc.assert(property, options)
  })
})

test('nothing is left of all these calls but lines in the log', async () => {
  const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  console.log(`Fuzz: ${sent} requests with seed ${SEED} (${answers.join(', ')})`)
  expect(await watch.fingerprint()).toBe(before)
  expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
})
