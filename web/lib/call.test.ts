import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { placesApi } from '../../shared/places/places.schema.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import {
  ApiError,
  call,
  download,
  downloadFile,
  dropEmpty,
  firstFieldErrors,
  queryText,
  toMessage,
} from './call.ts'
import { secureBaseUrl } from './config.ts'
import { onIdentityNeeded, type IdentityQuestion } from './identity-needed.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let origin = ''
let seen: Seen[] = []
let baseUrl = '/api'
let answer: { status: number; body: string } = { status: 200, body: '{}' }
const places: string[] = []
const storage = new Map<string, string>()

/** A browser for the wrapper: storage, address bar, and a real server to call. */
beforeAll(async () => {
  server = createServer((request, reply) => {
    if (request.url === '/config.json')
      return reply.end(JSON.stringify({ api_base_url: baseUrl, api_key: 'the-key' }))
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetchOnTheLine = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => fetchOnTheLine(new URL(path, origin), init))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('location', { pathname: '/sitemap', assign: (to: string) => places.push(to) })
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  seen = []
  baseUrl = '/api'
  answer = { status: 200, body: '{}' }
  places.length = 0
  storage.clear()
})

const refused = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('what is sent', () => {
  test('[API-12] empty strings and zeros are dropped; false and null are kept', () => {
    const given = { a: '', b: 0, c: false, d: null, e: 'x', f: 7, g: undefined, h: { i: '', j: 1 }, k: [] }
    expect(dropEmpty(given)).toEqual({ c: false, d: null, e: 'x', f: 7, h: { j: 1 }, k: [] })
  })

  test('[API-12] a body on the wire has neither', async () => {
    await call(authApi.login, { body: { email: '', password: 'secret', force: false } })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ password: 'secret', force: false })
  })

  test('where nothing is answered, nothing is read', async () => {
    answer = { status: 204, body: '' }
    expect(await call(summariesApi.discard, { params: { id: 7 } })).toBeUndefined()
    expect(seen[0]?.url).toBe('/api/summaries/7/discard')
  })

  test('lists keep their length, so that an empty one still says "none"', () => {
    expect(dropEmpty({ upload_id: [] })).toEqual({ upload_id: [] })
    expect(dropEmpty({ means: [{ id: 1, note: '' }] })).toEqual({ means: [{ id: 1 }] })
  })

  test('[API-01] [SESSION-09] every call carries JSON, the key, and the token when one is stored', async () => {
    await call(placesApi.regions)
    storage.set('token', 'abc')
    await call(placesApi.provinces)
    expect(seen[0]?.headers).toMatchObject({ accept: 'application/json', 'x-api-key': 'the-key' })
    expect(seen[0]?.url).toBe('/api/regions')
    expect(seen[0]?.headers.authorization).toBeUndefined()
    expect(seen[1]?.headers.authorization).toBe('Bearer abc')
  })

  test('[API-01] calls go to the base address of the deployment', async () => {
    vi.resetModules()
    const fresh = await import('./call.ts')
    baseUrl = '/sis/api/'
    await fresh.call(placesApi.regions)
    expect(seen.map(({ url }) => url)).toEqual(['/sis/api/regions'])
  })

  test('order goes in brackets, empty parameters stay away', () => {
    const query = { page: 2, length: 10, search: '', order: [{ column: 'code', dir: 'asc' }] }
    expect(queryText(query)).toBe('page=2&length=10&order[0][column]=code&order[0][dir]=asc')
    expect(queryText({ search: 'a&b ñ' })).toBe('search=a%26b%20%C3%B1')
  })

  test.each([0, -1, 1.5, 'a'])(
    '[API-03] [ERRORS-06] the id %j is refused before anything is sent',
    async (id) => {
      const error = await refused(call(sitesApi.show, { params: { id } }))
      expect(toMessage(error)).toBe('Invalid ID')
      expect(seen).toEqual([])
    },
  )

  test.each([
    ['/x/datatable', 'Invalid module access attempt.'],
    ['/sites/secrets/datatable', 'Invalid module access attempt.'],
    ['/us<er>s', 'Module name contains invalid characters.'],
  ])('[API-02] [ERRORS-06] a call to %s is refused before anything is sent', async (path, sentence) => {
    const error = await refused(call({ ...usersApi.list, path }))
    expect(toMessage(error)).toBe(sentence)
    expect(seen).toEqual([])
  })

  test('[ERRORS-06] with an API address that is not secure nothing is sent at all', async () => {
    vi.resetModules()
    const fresh = await import('./call.ts')
    baseUrl = 'http://sis.example/api'
    const error = await fresh
      .call(authApi.login, { body: { email: 'a@b.ph', password: 'secret' } })
      .catch((reason: unknown) => reason)
    expect(fresh.toMessage(error)).toBe('Invalid or insecure API base URL.')
    expect(seen).toEqual([])

    baseUrl = '/api'
    await fresh.call(placesApi.regions)
    expect(seen.map(({ url }) => url)).toEqual(['/api/regions'])
  })
})

describe('what comes back', () => {
  test('[ERRORS-01] a refusal carries message, data, validation errors and status', async () => {
    answer = {
      status: 422,
      body: JSON.stringify({
        message: 'Validation failed',
        data: null,
        errors: { name_of_partner: ['Too short.', 'Too odd.'], city_id: ['Municipality is required.'] },
        status: 422,
        code: 'invalid_input',
        request_id: 'r-1',
      }),
    }
    const error = await refused(call(placesApi.regions))
    expect(error).toMatchObject({
      message: 'Validation failed',
      data: null,
      status: 422,
      code: 'invalid_input',
      request_id: 'r-1',
    })
    expect(error.errors.name_of_partner).toEqual(['Too short.', 'Too odd.'])
    expect(firstFieldErrors(error)).toEqual({
      name_of_partner: 'Too short.',
      city_id: 'Municipality is required.',
    })
  })

  test.each(['', '{}', '<html>Bad gateway</html>', '{"message":""}'])(
    '[ERRORS-02] without a message (%j) it is "An error occurred"',
    async (body) => {
      answer = { status: 502, body }
      expect(await refused(call(placesApi.regions))).toMatchObject({
        message: 'An error occurred',
        status: 502,
      })
    },
  )

  test('[ERRORS-03] a failure below HTTP is "An unexpected error occurred" with 500, and says what to do', async () => {
    const online = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    const error = await refused(call(placesApi.regions))
    vi.stubGlobal('fetch', online)
    expect(error).toMatchObject({
      message:
        'An unexpected error occurred. No answer came from the server: please check your connection and try again.',
      status: 500,
    })
  })

  test('a cancelled call stays a cancelled call', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(call(placesApi.regions, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test('[SESSION-05] [SESSION-17] a 401 removes the session and opens the log in page, a download too; while that comes, another 401 does not open it again', async () => {
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
    onTestFinished(() => clock.mockRestore())
    answer = { status: 401, body: JSON.stringify({ message: 'Please log in to continue.' }) }
    storage.set('token', 'old')
    await refused(downloadFile(7))
    expect([storage.has('token'), ...places.splice(0)]).toEqual([false, '/login'])
    storage.set('token', 'old')
    storage.set('gkey', 'g')
    storage.set('maps_key', 'm')
    answer = { status: 401, body: JSON.stringify({ message: 'Please log in to continue.' }) }
    await refused(call(sitesApi.datatable, { query: { page: 1 } }))
    expect([...storage.keys()]).toEqual(['maps_key'])
    expect(places).toEqual([])
    clock.mockReturnValue(now + 10_001)
    await refused(call(sitesApi.datatable, { query: { page: 1 } }))
    expect(places).toEqual(['/login'])
  })

  test('anything that is no refusal reads "Something went wrong."', () => {
    expect(toMessage(new Error('x is undefined'))).toBe('Something went wrong.')
    expect(firstFieldErrors(new Error('x'))).toEqual({})
  })
})

test.each([
  ['/api', '/api'],
  ['https://sis.example/api/', 'https://sis.example/api'],
  ['http://localhost:3000/api', 'http://localhost:3000/api'],
  ['http://[::1]:3000/api', 'http://[::1]:3000/api'],
  ['/', ''],
])('the base address %s is fine', (address, used) => {
  expect(secureBaseUrl(address)).toBe(used)
})

test.each([
  'http://sis.example/api',
  'http://localhost.sis.example/api',
  '//sis.example/api',
  '/\\sis.example/api',
  '/\t/sis.example/api',
  'ftp://x',
  'javascript:alert(1)',
  'nonsense',
  '',
  undefined,
])('[ERRORS-06] the base address %j is refused', (address) => {
  expect(() => secureBaseUrl(address)).toThrow('Invalid or insecure API base URL.')
})

describe('a call that needs an identity check', () => {
  const needs = (count: number | null) => ({
    status: 403,
    body: JSON.stringify({
      message: 'Please confirm that it is you, with your second factor.',
      status: 403,
      code: 'proof',
      refusal: { code: 'proof_needed', params: { means: 'factor', count } },
    }),
  })
  const asked: IdentityQuestion[] = []
  /** Answers the questions so, after which the server accepts. */
  const answering = (given: boolean) => {
    asked.length = 0
    onTestFinished(
      onIdentityNeeded(async (question) => {
        asked.push(question)
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (given) answer = { status: 200, body: '{"role":{}}' }
        return given
      }),
    )
  }
  const body = { name: 'Reader', access_level: 'PENRO' } as const

  test('is made once more with the same form key when it is given', async () => {
    answer = needs(null)
    answering(true)
    expect(await call(rolesApi.create, { body, form_key: 'the-form-key' })).toEqual({ role: {} })
    expect(asked).toEqual([{ endpoint: rolesApi.create, means: 'factor', count: null }])
    expect(seen.map((one) => [one.headers[FORM_KEY], one.body])).toEqual(
      Array(2).fill(['the-form-key', JSON.stringify(body)]),
    )
  })

  test('ends with its refusal when the person closes the question, or nobody asks', async () => {
    answer = needs(null)
    answering(false)
    const error = await refused(call(rolesApi.create, { body }))
    expect([error.status, error.why, error.code]).toEqual([403, 'proof', 'proof_needed'])
    expect(toMessage(error)).toBe('Please confirm that it is you, with your second factor.')
    expect(seen).toHaveLength(1)
  })

  test('is not asked a second time when the server still refuses', async () => {
    answer = needs(null)
    asked.length = 0
    onTestFinished(onIdentityNeeded(async (question) => asked.push(question) > 0))
    await refused(call(rolesApi.create, { body }))
    expect([asked.length, seen.length]).toEqual([1, 2])
  })

  test('shares the question with another call, unless the proof is for several records', async () => {
    answer = needs(null)
    answering(true)
    await Promise.all([call(rolesApi.create, { body }), call(rolesApi.create, { body })])
    expect(asked).toHaveLength(1)
    answer = needs(3)
    answering(true)
    const many = { action: 'approve', records: [{ id: 1, revision: 1 }] } as const
    await Promise.all([
      call(sitesApi.decideMany, { body: many as never }),
      call(sitesApi.decideMany, { body: many as never }),
    ])
    expect(asked.map(({ count }) => count)).toEqual([3, 3])
  })

  test('a download is made once more too', async () => {
    answer = needs(null)
    answering(true)
    const { blob } = await download(auditApi.download, {
      query: { startDate: '2026-11-01', endDate: '2026-11-02' },
    })
    expect(await blob.text()).toBe('{"role":{}}')
    expect(seen).toHaveLength(2)
  })
})
