import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sentence } from '../support/oracles/worded.ts'
import { multipart } from '../support/product/app.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { ask, sessionOf } from '../support/product/session.ts'
import { type Answer, idOf, seeded, tusClient } from '../support/product/tus.ts'
import { FULL, full, SEED } from '../support/full.ts'

const STOPPING = sentence('stopping')

/** Uploads to the built product as a separate process: killed, short of memory, short of disk space. */

// all of them start processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const MB = 1_048_576
const KILLS = FULL ? 10 : 1
/** eight of them are more than the server may hold */
const LARGE_MB = FULL ? 40 : 20

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-uploads-'))
let product: Product
let token: string

/**
 * Node.js 24 collects up to three times 64 MB of short-lived objects before it frees them, 20 and 22 16 MB each. With
 * one limit for all versions, the measured memory is that of the uploads.
 */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=16`

async function start() {
  product = await startProduct({ dataDir, env: { NODE_OPTIONS } })
  token = await sessionOf(product, 'laguna.encoder')
}
beforeAll(start)
afterAll(async () => {
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const client = () => tusClient(product.url, { api_key: 'demo-key', token })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Unique rows of table text. */
const csvOf = (size: number) => Buffer.from(randomBytes(size / 2).toString('hex'))

/** files of the public log */
const OF_THE_LOG = /^(\d{3}|checkpoint|edge)$/

/** The size of the file of this name, in whichever folder of the store. */
const sizeOf = (name: string): number => {
  const folder = path.join(dataDir, 'files')
  const found = readdirSync(folder, { recursive: true }).find((one) => path.basename(String(one)) === name)
  return statSync(path.join(folder, String(found))).size
}
const filesIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) => {
    try {
      return readdirSync(path.join(dataDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort()
    } catch {
      return []
    }
  })

type Reply = Pick<Answer, 'status' | 'body'>

/** As in the specification: the file in one piece, in the multipart field `file`. */
const sendWhole = (name: string, bytes: Buffer) =>
  new Promise<Reply>((resolve, reject) => {
    const { payload, headers } = multipart(name, bytes)
    const request = httpRequest(
      `${product.url}/api/file/csv`,
      {
        method: 'POST',
        headers: {
          'x-api-key': 'demo-key',
          authorization: `Bearer ${token}`,
          'content-length': payload.length,
          ...headers,
        },
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString()) as Reply['body'],
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(payload)
  })

async function sendInPieces(name: string, bytes: Buffer): Promise<Reply> {
  const { begin, append, finish } = client()
  const id = idOf(await begin('csv', name, bytes.length))
  const piece = 4 * MB
  for (let offset = 0; offset < bytes.length; offset += piece) {
    const answer = await append(id, { offset, bytes: bytes.subarray(offset, offset + piece) })
    if (answer.status !== 204) return answer
  }
  return finish(id)
}

const WAYS = [
  ['in pieces', sendInPieces],
  ['in one piece', sendWhole],
] as const

full.describe('the memory of the server', () => {
  /**
   * Of 320 MB that come at once. Node.js collects buffers only after 64 MB of them, so that much is never free; the rest is
   * what the eight hold.
   */
  const MOST_MORE_MB = 128
  /** The peak memory of the process during some work, in MB, from its own metrics. */
  async function peakOf(work: () => Promise<unknown>): Promise<number> {
    let most = 0
    let running = true
    const watch = (async () => {
      while (running) {
        const metrics = await (await fetch(`${product.url}/metrics`)).text()
        const now = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
        most = Math.max(most, now / MB)
        // reading the metrics is work for the server too
        await sleep(20)
      }
    })()
    await work()
    running = false
    await watch
    return Math.round(most)
  }

  let idle = 0
  beforeAll(async () => {
    idle = await peakOf(() => Promise.resolve())
  })

  test.each(WAYS)(
    `grows by less than ${MOST_MORE_MB} MB while eight files of ${LARGE_MB} MB come %s at once`,
    { timeout: FULL ? 240_000 : 120_000 },
    async (way, send) => {
      const bytes = csvOf(LARGE_MB * MB)
      const started = performance.now()
      let replies: Reply[] = []
      const peak = await peakOf(async () => {
        replies = await Promise.all(Array.from({ length: 8 }, (_, index) => send(`rows ${index}.csv`, bytes)))
      })
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`Eight uploads of ${LARGE_MB} MB ${way}: at most ${peak} MB, ${idle} MB idle, ${seconds} s`)
      expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(new Set(replies.map(({ body }) => body.data?.sha256))).toEqual(new Set([sha256(bytes)]))
      expect(idle).toBeGreaterThan(0)
      expect(peak - idle).toBeLessThan(MOST_MORE_MB)
    },
  )
})

describe('a server that is killed in the middle of an upload', () => {
  test('goes on with it after the next start, and leaves nothing half done', {
    timeout: KILLS * 60_000,
  }, async () => {
    const random = seeded(SEED)
    const bytes = csvOf(40 * MB)
    const { begin } = client()
    const id = idOf(await begin('csv', 'rows.csv', bytes.length))
    const before = filesIn('files', 'tmp')
    const arrived: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const offset = await client().received(id)
      const after = 1 + Math.floor(random() * (bytes.length - offset) * 0.6)
      const mishap = { after, line: 'silent' } as const
      const cut = client()
        .append(id, { offset, bytes: bytes.subarray(offset), mishap })
        .catch(() => 'cut')
      const whole = sendWhole('other.csv', bytes).catch(() => 'cut')
      while ((await client().received(id)) < offset + after / 2) await sleep(5)
      product.child.kill('SIGKILL')
      expect(await cut).toBe('cut')
      await whole
      await start()
      arrived.push(await client().received(id))
      expect(arrived.at(-1)).toBeGreaterThan(offset)
    }
    console.log(`Killed ${KILLS} times, seed ${SEED}: ${arrived.join(', ')} of ${bytes.length} bytes kept`)
    const offset = await client().received(id)
    expect((await client().append(id, { offset, bytes: bytes.subarray(offset) })).status).toBe(204)
    expect((await client().finish(id)).body.data?.sha256).toBe(sha256(bytes))

    const rows = await ask<{ storage_key: string }>(product, 'select storage_key from files')
    const known = new Set(rows.map((row) => row.storage_key))
    // files of the public log are written at the same time
    const stored = filesIn('files').filter((name) => !before.includes(name) && !OF_THE_LOG.test(name))
    // of the uploads in one piece a part may be left, or the whole where the kill came between its last byte and its
    // record; no record uses it and the clean-up removes it
    const unknown = stored.filter((name) => !known.has(name) && !name.endsWith('.part'))
    for (const name of unknown) expect(sizeOf(name), name).toBe(bytes.length)
    expect(stored.some((name) => known.has(name))).toBe(true)
    expect(filesIn('files/uploads')).toEqual([])
  })
})

full.describe('a server that is stopped in the middle of a piece', () => {
  test('tells its sender, keeps what has come, and it goes on elsewhere', async () => {
    const bytes = csvOf(8 * MB)
    const id = idOf(await client().begin('csv', 'rows.csv', bytes.length))
    const path_ = `/api/file/uploads/${id}`
    const answered = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = httpRequest(
        product.url + path_,
        {
          method: 'PATCH',
          headers: {
            'x-api-key': 'demo-key',
            authorization: `Bearer ${token}`,
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
            'content-length': bytes.length,
          },
        },
        (reply) => {
          let text = ''
          reply.on('data', (chunk: Buffer) => {
            text += chunk.toString()
          })
          reply.on('end', () => resolve({ status: reply.statusCode, text }))
        },
      )
      request.on('error', reject)
      request.write(bytes.subarray(0, 3 * MB))
    })
    while ((await client().received(id)) < 3 * MB) await sleep(20)
    await product.stop()
    const { status, text } = await answered
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', status: 503, message: STOPPING })

    await start()
    expect(await client().received(id)).toBe(3 * MB)
    const rest = { offset: 3 * MB, bytes: bytes.subarray(3 * MB) }
    expect((await client().append(id, rest)).status).toBe(204)
    expect((await client().finish(id)).body.data?.sha256).toBe(sha256(bytes))
  })
})

describe('a disk that is full', () => {
  /** Limits the size of files of the server alone, as a full disk would; its database has room. */
  const leave = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(product.child.pid), `--fsize=${bytes}:unlimited`])

  test.each(FULL ? WAYS : WAYS.slice(0, 1))(
    'refuses what does not fit %s, in one sentence, and leaves nothing of it',
    async (_way, send) => {
      const bytes = csvOf(20 * MB)
      const before = filesIn('files', 'tmp')
      const count = async () => (await ask(product, 'select id from files')).length
      const rows = await count()
      leave(10 * MB)
      const refused = await send('rows.csv', bytes)
      expect([refused.status, refused.body.code]).toEqual([507, 'no_room'])
      expect(refused.body.message).toBe(
        'The server has no space for this now. Please try again later and inform the help desk.',
      )
      // what another upload has left may go meanwhile, and the public log is written at the same time
      const added = () =>
        filesIn('files', 'tmp').filter((name) => !before.includes(name) && !OF_THE_LOG.test(name))
      await expect.poll(added).toEqual([])
      expect(await count()).toBe(rows)
      expect(product.output()).toMatch(/EFBIG|ENOSPC/)

      // smaller files are accepted, and all are once there is room
      expect((await send('few.csv', csvOf(MB))).status).toBe(200)
      leave('unlimited')
      expect((await send('rows.csv', bytes)).status).toBe(200)
    },
  )
})
