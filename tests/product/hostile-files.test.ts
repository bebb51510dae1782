import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FULL, fewOf } from '../support/full.ts'
import { multipart } from '../support/product/app.ts'
import { watchServer } from '../support/product/hostile.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { sessionOf } from '../support/product/session.ts'
import { HOSTILE_FILES } from '../support/records/hostile-files.ts'

/**
 * Malicious PDFs, pictures and maps, sent to the built product: each gets one sentence, and other users are not
 * affected.
 */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const SLOWEST_HEALTH_MS = 250
const MAX_MEMORY_MB = 400
/** the first of them, of which the short run sends two each day */
const FIRST = 4
const SHORT = 2

let product: Product
let headers: Record<string, string>
beforeAll(async () => {
  product = await startProduct()
  headers = { 'x-api-key': 'demo-key', authorization: `Bearer ${await sessionOf(product, 'laguna.encoder')}` }
})
afterAll(() => product?.stop())

/** The sentences that reject a file; none when it is accepted. */
async function sentencesFor(kind: string, name: string, bytes: Buffer): Promise<string[]> {
  const form = multipart(name, bytes)
  const reply = await fetch(`${product.url}/api/file/${kind}`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: new Uint8Array(form.payload),
  })
  const { errors, message } = (await reply.json()) as { errors?: { file?: string[] }; message?: string }
  return reply.ok ? [] : (errors?.file ?? [`${reply.status} ${message}`])
}

const chosen = FULL ? HOSTILE_FILES : fewOf(HOSTILE_FILES.slice(0, FIRST), SHORT)
test.each(chosen.map((file, index) => [index + 1, file.name, file] as const))(
  '[S-136] [S-137] hostile file %i, %s, is one sentence, and nobody else notices',
  async (_index, _name, { kind, name, bytes, expected }) => {
    const sent = await bytes()
    const watch = watchServer(product)
    const sentences = await sentencesFor(kind, name, sent)
    const { slowestHealth_ms, mostMemory_mb, restarts } = await watch.end()
    expect(sentences).toEqual(expected === null ? [] : [expect.stringMatching(expected)])
    expect(restarts).toBe(0)
    expect(mostMemory_mb).toBeLessThan(MAX_MEMORY_MB)
    expect(slowestHealth_ms).toBeLessThan(SLOWEST_HEALTH_MS)
  },
)
