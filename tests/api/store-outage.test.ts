import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../server/lib/log.ts'
import { sentence } from '../support/oracles/worded.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { aFile, pdfBytes } from '../support/records/factories.ts'
import { type S3Server, startS3Server } from '../support/doubles/s3-server.ts'
import { idOf, tusClient, type TusClient } from '../support/product/tus.ts'
import { full } from '../support/full.ts'

const STORE_GONE = sentence('store_gone')

/** The bucket is away for a while: calls that need it say so, nothing is lost, and everything works afterwards. */

let s3: S3Server
let t: TestApp
let encoder: TusClient
const lines: string[] = []

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  s3 = await startS3Server('evidence')
  t = await startApp({
    settings: { FILES_URL: s3.url },
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
  })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  encoder = tusClient(address, { api_key: API_KEY, token: (await t.as('laguna.encoder')).token })
})
afterAll(async () => {
  await t.close()
  await s3.close()
  vi.unstubAllEnvs()
})

const rowCount = async () => (await t.db.selectFrom('files').select('id').execute()).length
const readiness = async () => {
  const reply = await t.app.inject('/health/ready')
  return [reply.statusCode, reply.json().files]
}
const storeUp = async () => /^file_store_up (\d)$/m.exec((await t.app.inject('/metrics')).body)?.[1]
/** The messages about the store in the server's log. */
const told = () =>
  lines.map((line) => (JSON.parse(line) as { msg: string }).msg).filter((msg) => /store/.test(msg))
const refused = { code: 'unavailable', status: 503, message: STORE_GONE }
/** Small files are stored in one request, larger ones in parts. */
const SIZES = [1_000, 12_000_000]
const pdfOf = (size: number) => pdfBytes('x'.repeat(size))

describe('a file store that is gone for a while', () => {
  test('is told by readiness, metric and log, which serve on; and by uploads and downloads in one sentence, and nothing of a refused upload stays', async () => {
    expect(await readiness()).toEqual([200, true])
    const person = await t.as('laguna.encoder')
    const kept = await aFile(t)
    const before = [await rowCount(), s3.objects.size]

    await s3.goDown()
    expect(await readiness()).toEqual([200, false])
    expect(await readiness()).toEqual([200, false])
    expect(await storeUp()).toBe('0')
    for (const size of SIZES) {
      const upload = await person.upload('pdf', 'a.pdf', pdfOf(size))
      expect(upload.statusCode).toBe(503)
      expect(upload.json()).toMatchObject(refused)
    }
    const download = await person.get(`/file/${kept}`)
    expect(download.statusCode).toBe(503)
    expect(download.json()).toMatchObject(refused)
    expect(download.headers['content-disposition']).toBeUndefined()
    expect([await rowCount(), s3.objects.size]).toEqual(before)
    // calls that only read the database work as usual
    expect((await person.get('/sites/datatable')).statusCode).toBe(200)

    await s3.comeBack()
    expect(await readiness()).toEqual([200, true])
    expect(await storeUp()).toBe('1')
    expect(told()).toEqual([
      'the file store cannot be reached; everything without files continues',
      'the file store can be reached again',
    ])
    expect((await person.get(`/file/${kept}`)).rawPayload.equals(pdfBytes())).toBe(true)
    for (const size of SIZES) {
      const { id, sha256 } = (await person.upload('pdf', 'a.pdf', pdfOf(size))).json().data
      const copy = await person.get(`/file/${id}`)
      expect(createHash('sha256').update(copy.rawPayload).digest('hex')).toBe(sha256)
    }
  })

  full.test(
    'costs an upload in pieces no byte that was there: it goes on, and is finished, when the store is back',
    async () => {
      const bytes = pdfOf(12_000_000)
      const id = idOf(await encoder.begin('pdf', 'scan.pdf', bytes.length))
      const half = 6_000_000
      await encoder.append(id, { offset: 0, bytes: bytes.subarray(0, half) })

      await s3.goDown()
      const before = await rowCount()
      const rest = { offset: half, bytes: bytes.subarray(half) }
      const away = await encoder.append(id, rest)
      expect([away.status, away.body]).toMatchObject([503, refused])
      expect(await encoder.received(id)).toBe(half)
      await s3.comeBack()
      // away in the middle: what was stored by then counts
      s3.goDownAt(/^GET .*\/uploads\//)
      expect((await encoder.append(id, rest)).status).toBe(503)
      await s3.comeBack()
      expect((await encoder.append(id, rest)).status).toBe(204)

      await s3.goDown()
      const early = await encoder.finish(id)
      expect([early.status, early.body]).toMatchObject([503, refused])
      expect(await rowCount()).toBe(before)
      expect(await encoder.received(id)).toBe(bytes.length)

      await s3.comeBack()
      // again while the pieces are read
      s3.goDownAt(/^GET .*\/uploads\//)
      expect((await encoder.finish(id)).body).toMatchObject(refused)
      await s3.comeBack()
      const { body } = await encoder.finish(id)
      expect(body.data?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(await rowCount()).toBe(before + 1)
    },
  )

  full.test(
    'goes while a file is on its way: refused, and nothing of it stays once the store is back',
    async () => {
      const person = await t.as('laguna.encoder')
      const before = [await rowCount(), s3.objects.size]
      s3.goDownAt(/partNumber=2/)
      const reply = await person.upload('pdf', 'a.pdf', pdfOf(30_000_000))
      expect([reply.statusCode, reply.json().message]).toEqual([503, STORE_GONE])
      await s3.comeBack()
      expect([await rowCount(), s3.objects.size]).toEqual(before)
    },
  )

  test('that has no more room says so', async () => {
    const person = await t.as('laguna.encoder')
    s3.failOnce(/^PUT /, 507)
    const reply = await person.upload('pdf', 'a.pdf', pdfOf(1_000))
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'no_room'])
  })
})
