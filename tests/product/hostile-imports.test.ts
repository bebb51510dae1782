import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Import, ImportFinding } from '../../shared/imports/imports.schema.ts'
import { FULL, fewOf } from '../support/full.ts'
import { multipart } from '../support/product/app.ts'
import { watchServer } from '../support/product/hostile.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { sessionOf } from '../support/product/session.ts'
import { completeImport, HOSTILE } from '../support/records/hostile-imports.ts'

/**
 * Malicious tables and archives, sent to the built product: each gets one sentence, and other users are not affected.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SLOWEST_HEALTH_MS = 250
const MAX_MEMORY_MB = 400
/** the first of them, of which the short run sends two each day */
const FIRST = 5
const SHORT = 2

let product: Product
let watch: ReturnType<typeof watchServer>
let headers: Record<string, string>
beforeAll(async () => {
  product = await startProduct()
  headers = { 'x-api-key': 'demo-key', authorization: `Bearer ${await sessionOf(product, 'fmb.admin')}` }
  watch = watchServer(product)
})
afterAll(() => product?.stop())

type Answer = { status: number; body: Record<string, unknown> }

async function call(method: string, url: string, body?: object): Promise<Answer> {
  const reply = await fetch(`${product.url}/api${url}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: reply.status, body: (await reply.json()) as Answer['body'] }
}

/** Returns the id of the upload, or the sentences that reject it. */
async function send(
  kind: string,
  name: string,
  bytes: Buffer,
): Promise<{ id: number } | { refused: unknown }> {
  const form = multipart(name, bytes)
  const reply = await fetch(`${product.url}/api/file/${kind}`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: new Uint8Array(form.payload),
  })
  const { data, errors } = (await reply.json()) as { data: { id: number }; errors?: { file: unknown } }
  return reply.ok ? { id: data.id } : { refused: errors?.file }
}

/** The sentences about an import, whether about its upload, about all of it or about its rows. */
async function sentencesFor(
  given: ReturnType<typeof completeImport>,
): Promise<{ said: unknown; notices: string[] }> {
  const table = await send('table', given.table.name, given.table.bytes)
  if ('refused' in table) return { said: table.refused, notices: [] }
  const archive = await send('archive', 'files.zip', given.zip)
  if ('refused' in archive) return { said: archive.refused, notices: [] }
  const made = await call('POST', '/imports', { table_id: table.id, archive_ids: [archive.id] })
  const { id } = made.body.import as Import
  for (;;) {
    const now = (await call('GET', `/imports/${id}`)).body.import as Import
    if (now.trouble) throw new Error(now.trouble)
    if (now.state === 'Uploaded') {
      await sleep(30)
      continue
    }
    if (now.refusal !== null) return { said: [now.refusal], notices: now.notices }
    const { body } = await call('GET', `/imports/${id}/findings?kind=error`)
    const sentences = (body.data as ImportFinding[]).map(({ sentence }) => sentence)
    return { said: [...new Set(sentences)], notices: now.notices }
  }
}

const chosen = FULL ? HOSTILE : fewOf(HOSTILE.slice(0, FIRST), SHORT)
test.each(chosen.map((make, index) => [index + 1, make] as const))(
  'hostile import %i is one sentence',
  async (_index, make) => {
    const hostile = make()
    const { said, notices } = await sentencesFor(completeImport(hostile))
    const { what, sentence, notice } = hostile
    expect([what, said]).toEqual([what, sentence === null ? [] : [expect.stringMatching(sentence)]])
    if (notice) expect([what, notices]).toEqual([what, [expect.stringMatching(notice)]])
  },
)

test('nobody else has noticed any of them', async () => {
  const { slowestHealth_ms, mostMemory_mb, restarts } = await watch.end()
  console.log(
    `Hostile imports: health answered within ${Math.round(slowestHealth_ms)} ms, memory ${Math.round(mostMemory_mb)} MB at most`,
  )
  expect(restarts).toBe(0)
  expect(mostMemory_mb).toBeLessThan(MAX_MEMORY_MB)
  expect(slowestHealth_ms).toBeLessThan(SLOWEST_HEALTH_MS)
})
