import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import { FULL, SEED, fewOf } from '../support/full.ts'
import { callsOf, personOf, type SentCall } from '../support/oracles/authorization-calls.ts'
import { type Caller, CALLERS, ROLES, TABLE } from '../support/oracles/authorization-table.ts'
import { type Aim, arrange } from '../support/oracles/authorization-targets.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { textsOfCall } from '../support/records/contract-texts.ts'

/** A megabyte of hard-to-process text in every text of the contract, signed in and signed out. */

/** a little below the limit of a request body, which has other fields */
const BODY_BYTES = 1_000_000
/** the limit of an address */
const ADDRESS_BYTES = 12_000
const MAX_MS = 500
/** places and texts in the short run */
const DRAWN = 40

const RUNS: Record<string, string> = {
  blanks: ' ',
  tabs: '\t',
  'line breaks': '\n',
  'line breaks of Windows': '\r\n',
  'blanks and line breaks': 'a \n',
  'combining marks': '\u0301',
  'marks in the wrong order': '\u0345\u0316',
  'letters apart from their marks': 'n\u0303',
  'zero width': '\u200b',
  'marks of direction': '\u202e\u202c',
  'halves of letters': '\ud800',
  'mail addresses': 'a@',
  'mail addresses with points': 'a@a.',
  digits: '9',
  thousands: '1,234',
  points: '.',
  brackets: '([{',
  quotes: '"\'',
  signs: '&<%\\',
  'Hangul in parts': '\u1112\u1161\u11ab',
  'letters of joined pictures': '👩‍👩‍👧',
  zeros: '\0',
  'a mixture': ' \u00a0\u3164n\u0303\u200d,9.\u2028"-',
}

const t = withServer()
let says: Awaited<ReturnType<typeof callsOf>>
let aims: Map<string, Aim[]>
const tokens = new Map<Caller, string | null>()

beforeAll(async () => {
  aims = await arrange(t)
  says = await callsOf(t)
  for (const caller of CALLERS) tokens.set(caller, (await t.as(personOf(caller))).token)
}, 180_000)

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function callerOf(call: string): Caller {
  const who = TABLE[call]?.who
  return (Array.isArray(who) ? who[0] : undefined) ?? 'FMB Super Administrator'
}

/** A valid request for the call. */
async function sound(call: string): Promise<SentCall> {
  const aim = aims.get(TABLE[call]?.at?.[0] ?? 'nothing')?.[0]
  const say = says[call]
  if (!say) throw new Error(`Nothing says how to make ${call}.`)
  return say(aim ?? { target: { kind: 'nothing' }, id: 1 }, callerOf(call))
}

/** Returns the value with `text` at one place, created if missing. */
function withText(value: unknown, place: string[], text: string): unknown {
  const [step, ...rest] = place
  if (step === undefined) return text
  if (step === '*') {
    const list = Array.isArray(value) ? value : []
    return [withText(list[0], rest, text), ...list.slice(1)]
  }
  const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return { ...object, [step]: withText(object[step], rest, text) }
}

/** As many pieces as fit, by their length in the request. */
const runOf = (piece: string, bytes: number, onWire: (text: string) => string): string =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(onWire(piece))))

type Probe = { endpoint: Endpoint; place: string; run: string }

const probes = (): Probe[] =>
  t.app.contract.flatMap((endpoint) =>
    [...new Set(textsOfCall(endpoint).map(({ place }) => place))]
      // headers cannot contain such texts; a path is at most 200 letters
      .filter((place) => place.startsWith('body.') || place.startsWith('query.'))
      .flatMap((place) => Object.keys(RUNS).map((run) => ({ endpoint, place, run }))),
  )

async function requestOf({ endpoint, place, run }: Probe) {
  const { url, payload, headers } = await sound(nameOf(endpoint))
  const [part, ...steps] = place.split('.')
  const piece = RUNS[run] ?? ''
  const inQuery = part === 'query'
  // in an address, an order is a list of pairs
  const name = steps.join('.').replace(/^order\.\*\.(\w+)$/, 'order[0][$1]')
  const wellFormed = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
  const asked = `${url}${url.includes('?') ? '&' : '?'}${name}=${wellFormed(runOf(piece, ADDRESS_BYTES, wellFormed))}`
  const text = runOf(piece, BODY_BYTES, (one) => JSON.stringify(one).slice(1, -1))
  return {
    method: endpoint.method,
    url: `/api${inQuery ? asked : url}`,
    headers: { 'x-api-key': API_KEY, ...headers, ...(inQuery ? {} : { 'content-type': 'application/json' }) },
    ...(inQuery ? {} : { payload: JSON.stringify(withText(payload, steps, text)) }),
  }
}

/**
 * Makes a request and measures the processor time of this process, so that other work on the machine does not count.
 */
async function answered(request: Awaited<ReturnType<typeof requestOf>>, caller: Caller) {
  const token = tokens.get(caller)
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  const began = process.cpuUsage()
  const { statusCode } = await t.app.inject({ ...request, headers: { ...request.headers, ...authorization } })
  const { user, system } = process.cpuUsage(began)
  return { status: statusCode, ms: (user + system) / 1000 }
}

const faultIn = ({ status, ms }: { status: number; ms: number }): string | null =>
  status >= 500 ? `answers ${status}` : ms > MAX_MS ? `takes ${Math.round(ms)} ms` : null

/** Returns the faults in the answers to one probe, signed in and signed out. */
async function faultsOf(probe: Probe): Promise<string[]> {
  const call = nameOf(probe.endpoint)
  const request = await requestOf(probe)
  const faults: string[] = []
  for (const caller of [callerOf(call), 'signed out'] as const) {
    const fault = faultIn(await answered(request, caller))
    // a slow answer, perhaps by garbage collection, is measured again
    const again = fault?.startsWith('takes') ? faultIn(await answered(request, caller)) : fault
    if (again) faults.push(`${call} ${probe.place}, ${probe.run}, ${caller}: ${again}`)
  }
  return faults
}

const drawn = <One>(all: One[]): One[] =>
  FULL
    ? all
    : (fc.sample(fc.shuffledSubarray(all, { minLength: DRAWN, maxLength: DRAWN }), {
        seed: SEED,
        numRuns: 1,
      })[0] ?? [])

test('[S-128] a megabyte of whatever is awkward, in any text of the contract, is answered at once', async () => {
  const all = probes()
  expect(new Set(all.map(({ endpoint, place }) => `${nameOf(endpoint)} ${place}`)).size).toBeGreaterThan(100)
  const faults: string[] = []
  for (const probe of drawn(all)) faults.push(...(await faultsOf(probe)))
  expect(faults).toEqual([])
}, 1_800_000)

describe('whether somebody may make a call at all comes before what they send', () => {
  const NONSENSE = JSON.stringify({
    // in the short run as large as a form
    deactivate_reason: ' '.repeat(FULL ? 900_000 : 2_000),
    email: 7,
    name: [],
    lines: 'x',
    criteria: 0,
  })
  const headers = { 'content-type': 'application/json' }

  test('it is 401 for strangers and 403 for those whose role cannot, as the specification has it', async () => {
    const wrong: string[] = []
    const withBody = t.app.contract.filter(({ body }) => body)
    for (const endpoint of withBody) {
      const call = nameOf(endpoint)
      const who = TABLE[call]?.who
      if (who === 'public') continue
      const { url } = await sound(call)
      const refused = CALLERS.filter(
        (caller) =>
          caller !== 'signed out' &&
          Array.isArray(who) &&
          !who.includes(caller) &&
          // the owner may read their profile, whatever keys they hold
          TABLE[call]?.self !== 200,
      )
      for (const caller of ['signed out', ...fewOf(refused, 1)] as const) {
        const isNobody = caller === 'signed out'
        const { status } = await answered(
          {
            method: endpoint.method,
            url: `/api${url}`,
            headers: { 'x-api-key': API_KEY, ...headers },
            payload: NONSENSE,
          },
          caller,
        )
        if (status !== (isNobody ? 401 : 403)) wrong.push(`${call}, ${caller}: ${status}`)
      }
    }
    expect(withBody.length).toBeGreaterThan(40)
    expect(ROLES.length).toBe(9)
    expect(wrong).toEqual([])
  })
})
