import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { MEGABYTE } from '../../shared/files/files.schema.ts'
import { sentence } from '../support/oracles/worded.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { anotherInstance } from '../support/product/instance.ts'
import { type S3Server, startS3Server } from '../support/doubles/s3-server.ts'
import { type ConnectionFault, idOf, tusClient, type TusClient } from '../support/product/tus.ts'
import { FULL, full } from '../support/full.ts'

const UPLOAD_GONE = sentence('upload_gone')

const STOPPING = sentence('stopping')

const STORE_GONE = sentence('store_gone')

/** Instances that share only a database and a bucket: an upload continues at any of them. */

const RUNS = FULL ? 60 : 6
/** a busy machine may be slow to notice a broken connection */
const SLOW = { timeout: 20_000 }

let s3: S3Server
let t: TestApp
const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-others-'))
let here: TusClient

async function another() {
  const own = mkdtempSync(path.join(folder, 'data-'))
  const { app, close } = await anotherInstance(t, own)
  return { client: await clientOf(app), close }
}

async function clientOf(app: TestApp['app']): Promise<TusClient> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { token } = await t.as('laguna.encoder')
  return tusClient(`http://127.0.0.1:${port}`, { api_key: API_KEY, token })
}

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  s3 = await startS3Server('evidence')
  t = await startApp({ settings: { FILES_URL: s3.url } })
  here = await clientOf(t.app)
})
afterAll(async () => {
  await t.close()
  await s3.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await s3.comeBack()
  await t.db.deleteFrom('file_uploads').execute()
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const csvOf = (size: number) =>
  Buffer.from(randomBytes(Math.ceil(size / 2)).toString('hex')).subarray(0, size)
const piecesOf = (id: string) => [...s3.objects.keys()].filter((key) => key.startsWith(`uploads/${id}.`))
const begin = async (bytes: Buffer, at = here) => idOf(await at.begin('csv', 'rows.csv', bytes.length))
const filesBelow = (data_dir: string) =>
  readdirSync(data_dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('an upload goes from one to the other piece by piece, outlives the one it began at, and becomes one file', async () => {
  const bytes = csvOf(5 * MEGABYTE + 4321)
  const { client: first, close } = await another()
  const { client: there } = await another()
  const id = await begin(bytes, first)
  let offset = 0
  for (const [by, size] of [
    [first, 700_001],
    [there, 1_600_000],
    [first, 5],
    [there, 900_000],
  ] as const) {
    const piece = await by.append(id, { offset, bytes: bytes.subarray(offset, offset + size) })
    expect([piece.status, piece.headers['upload-offset']]).toEqual([204, String(offset + size)])
    offset += size
    // every instance knows at once how far it is, whichever received the piece
    for (const one of [first, there, here]) expect(await one.received(id)).toBe(offset)
  }
  // stopped in the middle of a piece: what had arrived by then is there
  const mishap = { after: 400_000, line: 'silent' } as const
  const stopped = first.append(id, { offset, bytes: bytes.subarray(offset), mishap })
  await vi.waitFor(async () => expect(await there.received(id)).toBe(offset + mishap.after), SLOW)
  await close()
  expect((await stopped).body.message).toBe(STOPPING)
  offset += mishap.after
  const wrong = await there.append(id, { offset: 0, bytes })
  expect([wrong.status, wrong.headers['upload-offset']]).toEqual([409, String(offset)])
  expect((await there.append(id, { offset, bytes: bytes.subarray(offset) })).status).toBe(204)

  const rows = () => t.db.selectFrom('files').select('id').execute()
  const before = (await rows()).length
  const [one, other] = await Promise.all([there.finish(id), here.finish(id)])
  expect(one?.body.data).toMatchObject({ size: bytes.length, sha256: sha256(bytes) })
  expect(other?.body.data).toEqual(one?.body.data)
  expect((await rows()).length).toBe(before + 1)
  expect(piecesOf(id)).toEqual([])
  for (const data_dir of [folder, t.dataDir]) expect(filesBelow(data_dir)).toEqual([])
})

/**
 * Sends so many bytes from the current offset, trying again because bytes sent before a cut may still arrive. Resolves
 * with the new offset, or with null when the connection was cut.
 */
async function sent(
  by: TusClient,
  id: string,
  bytes: Buffer,
  length: number,
  mishap: ConnectionFault | null,
) {
  for (;;) {
    const offset = await by.received(id)
    const piece = bytes.subarray(offset, offset + length)
    if (piece.length === 0) return offset
    const answer = await by.append(id, { offset, bytes: piece, ...(mishap && { mishap }) }).catch(() => null)
    if (answer === null) return null
    if (answer.status === 204) return offset + piece.length
    expect(answer.status).toBe(409)
  }
}

full.test(
  `however it is cut and wherever it goes on, the file is what was sent (${RUNS} ways)`,
  {
    timeout: RUNS * 10_000,
  },
  async () => {
    const step = fc.record({
      by: fc.constantFrom(0 as const, 1 as const),
      size: fc.integer({ min: 1, max: 1_500_000 }),
      line: fc.constantFrom(null, null, 'ended' as const, 'cut' as const),
    })
    const ways = fc.record({
      size: fc.integer({ min: 1, max: 3_500_000 }),
      steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    })
    const { client: there } = await another()
    const both = [here, there] as const
    await fc.assert(
      fc.asyncProperty(ways, async ({ size, steps }) => {
        const bytes = csvOf(size)
        const id = await begin(bytes)
        let least = 0
        for (const { by, size: length, line } of steps) {
          const mishap = line && { after: Math.ceil(length / 2), line }
          const answer = await sent(both[by], id, bytes, length, mishap)
          const now = await both[by === 0 ? 1 : 0].received(id)
          least = Math.max(least, answer ?? 0)
          expect(now).toBeGreaterThanOrEqual(least)
          expect(now).toBeLessThanOrEqual(bytes.length)
        }
        await sent(there, id, bytes, bytes.length, null)
        // one piece per megabyte, however it was cut, once late pieces have removed theirs
        await vi.waitFor(() => expect(piecesOf(id)).toHaveLength(Math.ceil(size / MEGABYTE)), SLOW)
        expect((await here.finish(id)).body.data?.sha256).toBe(sha256(bytes))
        await vi.waitFor(() => expect(piecesOf(id)).toEqual([]), SLOW)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
)

full.test(
  'a line that has fallen behind without knowing adds nothing to what another instance has taken',
  async () => {
    const { client: there } = await another()
    const bytes = csvOf(2 * MEGABYTE)
    const id = await begin(bytes)
    const late = here.pushed(id, 0, bytes.length)
    late.push(bytes.subarray(0, 300_000))
    await vi.waitFor(async () => expect(await there.received(id)).toBe(300_000), SLOW)
    const rest = bytes.subarray(300_000)
    const taken = await there.append(id, { offset: 300_000, bytes: rest })
    late.push(csvOf(rest.length))
    expect([taken.status, (await late.answer).status]).toEqual([204, 409])
    expect((await there.finish(id)).body.data?.sha256).toBe(sha256(bytes))
    expect(piecesOf(id)).toEqual([])
  },
)

full.test(
  'a store that goes in the middle costs what it had not taken, and what it could not remove goes with the daily clean-up',
  async () => {
    const { client: there } = await another()
    const bytes = csvOf(3 * MEGABYTE)
    const id = await begin(bytes)
    let puts = 0
    s3.goDownAt({ test: (line) => /^PUT .*\/uploads\//.test(line) && ++puts === 2 })
    const cut = await here.append(id, { offset: 0, bytes })
    expect([cut.status, cut.body.message]).toEqual([503, STORE_GONE])
    expect(await there.received(id)).toBe(MEGABYTE)
    await s3.comeBack()
    await there.append(id, { offset: MEGABYTE, bytes: bytes.subarray(MEGABYTE) })
    s3.goDownAt(/^DELETE /)
    expect((await here.finish(id)).body.data?.sha256).toBe(sha256(bytes))

    await s3.comeBack()
    const given = await begin(bytes)
    await here.append(given, { offset: 0, bytes: bytes.subarray(0, 9) })
    await s3.goDown()
    expect((await there.cancel(given)).status).toBe(204)
    await s3.comeBack()
    const young = await begin(bytes)
    await here.append(young, { offset: 0, bytes: bytes.subarray(0, 9) })
    const stays = s3.objects.set('uploads/notes.txt', Buffer.from('somebody else’s')) && piecesOf(young)
    expect([piecesOf(id).length, piecesOf(given).length]).toEqual([3, 1])
    await cleanUpFiles(t.services)
    // an upload whose row is not written yet looks the same
    expect([piecesOf(id).length, piecesOf(given).length]).toEqual([3, 1])
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    for (const key of s3.objects.keys()) s3.putAt.set(key, yesterday)
    await cleanUpFiles(t.services)
    expect([...piecesOf(id), ...piecesOf(given)]).toEqual([])
    expect(piecesOf(young)).toEqual(stays)
    expect(s3.objects.has('uploads/notes.txt')).toBe(true)
    await there.cancel(young)
    expect(piecesOf(young)).toEqual([])
  },
)

full.test('one whose bytes the store has lost is given up in a sentence, and begins anew', async () => {
  const { client: there } = await another()
  const bytes = csvOf(2 * MEGABYTE)
  for (const step of ['go on', 'finish', 'finish a part'] as const) {
    const id = await begin(bytes)
    const sent = step === 'go on' ? MEGABYTE + 9 : bytes.length
    await here.append(id, { offset: 0, bytes: bytes.subarray(0, sent) })
    for (const key of piecesOf(id))
      if (step === 'finish a part') s3.objects.set(key, bytes.subarray(9))
      else s3.objects.delete(key)
    const rest = { offset: sent, bytes: bytes.subarray(sent) }
    const lost = await (step === 'go on' ? there.append(id, rest) : there.finish(id))
    expect([lost.status, lost.body.message], step).toEqual([404, UPLOAD_GONE])
    expect((await here.send('GET', `/file/uploads/${id}`)).status).toBe(404)
  }
})
