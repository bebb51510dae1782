import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { FILE_KINDS, MEGABYTE } from '../../shared/files/files.schema.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { type S3Server, startS3Server } from '../support/doubles/s3-server.ts'
import { allRequestsHandled } from '../support/product/request-completion.ts'
import { type Answer, BYTES, idOf, seeded, tusClient, type TusClient } from '../support/product/tus.ts'
import { FULL, full, SEED } from '../support/full.ts'
import { pdfBytes, sizedPdf } from '../support/records/factories.ts'

const PDF = pdfBytes()
const CSV = Buffer.from('name,hectares\r\nBiñan,12.5\r\n')
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082',
  'hex',
)
const KML = readFileSync('tests/fixtures/kml/valid-laguna.kml')
const SHP = Buffer.alloc(100)
SHP.writeInt32BE(9994, 0)
SHP.writeInt32BE(50, 24)
SHP.writeInt32LE(1000, 28)
/** a busy machine may be slow to notice a broken connection */
const SLOW = { timeout: 20_000 }

let t: TestApp
let address: string
let encoder: TusClient

const clientOf = async (person: string | null) =>
  tusClient(address, { api_key: API_KEY, token: (await t.as(person)).token })

let s3: S3Server
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  s3 = await startS3Server('evidence')
})
afterAll(async () => {
  for (const started of Object.values(products)) await started.close()
  await s3.close()
  vi.unstubAllEnvs()
})

type Store = 'folder' | 'bucket'
const products: Partial<Record<Store, TestApp>> = {}

/** Starts a product with its files in a folder or in a bucket for the tests around it. */
function serving(store: Store) {
  beforeAll(async () => {
    products[store] ??= await startApp({ settings: store === 'bucket' ? { FILES_URL: s3.url } : {} })
    t = products[store]
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
    encoder = await clientOf('laguna.encoder')
  })
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(path.join(t.dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  } catch {
    return []
  }
}
const rows = () => t.db.selectFrom('file_uploads').selectAll().orderBy('created_at').execute()
const fileCount = async () => (await t.db.selectFrom('files').select('id').execute()).length
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pieces = async () => (await t.services.files.pieces.list('')).map(({ name }) => name)
const forget = async () => {
  for (const name of await pieces()) await t.services.files.pieces.remove(name)
  await t.db.deleteFrom('file_uploads').execute()
}

/** Sends the rest, trying again while the server may still be writing what came before the last cut. */
async function toTheEnd(id: string, bytes: Buffer) {
  for (;;) {
    const offset = await encoder.received(id)
    if (offset === bytes.length) return
    const { status } = await encoder.append(id, { offset, bytes: bytes.subarray(offset) })
    expect([204, 409]).toContain(status)
  }
}

const finishedRows = async () => (await rows()).filter(({ file_id }) => file_id !== null)

/** Sends all of it at once and finishes the upload. */
async function whole(kind: string, name: string, bytes: Buffer, by = encoder): Promise<Answer> {
  const id = idOf(await by.begin(kind, name, bytes.length))
  const piece = await by.append(id, { offset: 0, bytes })
  return piece.status === 204 ? by.finish(id) : piece
}

describe.each<Store>(FULL ? ['folder', 'bucket'] : ['folder'])(
  'an upload in pieces, with files in a %s',
  (store) => {
    serving(store)

    test('[FILES-17] [S-95] becomes the same file, with the same reply and the same line in the log, as one in one piece', async () => {
      const cases: [string, string, Buffer][] = [
        ['pdf', 'moa.pdf', PDF],
        ['kml', 'site.kml', KML],
        ['csv', 'trees.csv', CSV],
        ['image', 'photo.png', PNG],
        ['shp', 'lots.shp', SHP],
      ]
      const lastLine = () =>
        t.db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      for (const [kind, name, bytes] of cases) {
        const ordinary = (await (await t.as('laguna.encoder')).upload(kind, name, bytes)).json().data
        const { field_change, ...ordinaryLine } = await lastLine()
        const reply = await whole(kind, name, bytes)
        const { id, url, created_at, ...facts } = reply.body.data as Record<string, unknown>
        expect(reply.status, name).toBe(200)
        expect({ ...ordinary, id, url, created_at }).toEqual(reply.body.data)
        expect(facts).toMatchObject({ name, size: bytes.length, sha256: sha256(bytes) })
        const line = await lastLine()
        for (const field of ['auditable_type', 'event', 'user_email', 'role_name', 'office_id'] as const)
          expect(line[field]).toEqual(ordinaryLine[field])
        expect(line.field_change).toHaveLength((field_change as unknown[]).length)

        const { storage_key } = await t.db
          .selectFrom('files')
          .selectAll()
          .where('id', '=', Number(id))
          .executeTakeFirstOrThrow()
        expect((await buffer(await t.services.files.get(storage_key))).equals(bytes)).toBe(true)
        const copy = await (await t.as('laguna.encoder')).get(`/file/${String(id)}`)
        expect(copy.rawPayload.equals(bytes)).toBe(true)
      }
      expect(await pieces()).toEqual([])
    })

    test('goes on where it was, and tells where that is', async () => {
      const bytes = sizedPdf(3_000_000)
      const begun = await encoder.begin('pdf', 'Kasunduan ng Biñan.pdf', bytes.length)
      const id = idOf(begun)
      expect(begun.headers).toMatchObject({ location: `/api/file/uploads/${id}`, 'upload-offset': '0' })
      expect(begun.body.data).toMatchObject({ name: 'Kasunduan ng Biñan.pdf', size: 3_000_000, received: 0 })
      const first = await encoder.append(id, { offset: 0, bytes: bytes.subarray(0, 1_000_000) })
      expect([first.status, first.headers['upload-offset']]).toEqual([204, '1000000'])
      expect(first.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'x-content-type-options': 'nosniff' })

      const early = await encoder.finish(id)
      expect([early.status, early.body.message]).toEqual([409, 'This file is not completely uploaded yet.'])
      const head = await encoder.send('HEAD', `/file/uploads/${id}`)
      expect(head.headers).toMatchObject({
        'upload-offset': '1000000',
        'upload-length': '3000000',
        'cache-control': 'no-store',
      })
      expect((await encoder.send('GET', `/file/uploads/${id}`)).body.data).toMatchObject({
        received: 1_000_000,
      })

      for (const offset of [0, 999_999, 1_000_001]) {
        const elsewhere = await encoder.append(id, { offset, bytes: bytes.subarray(offset, offset + 10) })
        expect(elsewhere.status).toBe(409)
        expect(elsewhere.headers['upload-offset']).toBe('1000000')
      }
      await encoder.append(id, { offset: 1_000_000, bytes: bytes.subarray(1_000_000) })
      const file = (await encoder.finish(id)).body.data
      expect(file?.sha256).toBe(sha256(bytes))

      // the answer may have been lost: asking again returns the same file
      expect((await encoder.finish(id)).body.data).toEqual(file)
      expect(await encoder.received(id)).toBe(3_000_000)
    })

    full.test('of 40 MB, interrupted ten times at random points, arrives whole', async () => {
      const random = seeded(SEED)
      const bytes = sizedPdf(40 * MEGABYTE)
      const id = idOf(await encoder.begin('pdf', 'scan.pdf', bytes.length))
      const points = Array.from({ length: 10 }, () => Math.floor(random() * bytes.length)).sort(
        (a, b) => a - b,
      )
      const stops: number[] = []
      while (stops.length < points.length) {
        const offset = await encoder.received(id)
        const line = random() < 0.5 ? ('cut' as const) : ('ended' as const)
        const mishap = { after: Math.max(1, (points[stops.length] ?? 0) - offset), line }
        const answer = await encoder
          .append(id, { offset, bytes: bytes.subarray(offset), mishap })
          .catch(() => null)
        await allRequestsHandled()
        if (answer === null) stops.push(await encoder.received(id))
        // bytes in transit before the cut arrived after it: ask again
        else expect(answer.status).toBe(409)
      }
      console.log(`Interrupted upload, seed ${SEED}: stopped at ${stops.join(', ')} of ${bytes.length} bytes`)
      expect(stops).toEqual([...stops].sort((a, b) => a - b))
      expect(new Set(stops).size).toBeGreaterThan(2)

      await toTheEnd(id, bytes)
      const reply = await encoder.finish(id)
      expect(reply.body.data).toMatchObject({ size: bytes.length, sha256: sha256(bytes) })
    })

    test('keeps what arrived before the line was cut in the middle of a piece', async () => {
      const bytes = sizedPdf(8 * MEGABYTE)
      const id = idOf(await encoder.begin('pdf', 'scan.pdf', bytes.length))
      const mishap = { after: 5.5 * MEGABYTE, line: 'ended' } as const
      await expect(encoder.append(id, { offset: 0, bytes, mishap })).rejects.toThrow()
      // the last few bytes may be lost with the connection
      const nearly = mishap.after - MEGABYTE / 8
      await vi.waitFor(async () => expect(await encoder.received(id)).toBeGreaterThan(nearly), SLOW)
      expect(await encoder.received(id)).toBeLessThanOrEqual(mishap.after)
      await toTheEnd(id, bytes)
      expect((await encoder.finish(id)).body.data?.sha256).toBe(sha256(bytes))
    })

    full.test('goes on at once although the server still waits on the dead line', async () => {
      const bytes = sizedPdf(2 * MEGABYTE)
      const id = idOf(await encoder.begin('pdf', 'scan.pdf', bytes.length))
      const after = 1.5 * MEGABYTE
      const mishap = { after, line: 'silent' } as const
      const dead = encoder.append(id, { offset: 0, bytes, mishap }).catch(() => 'cut')
      await vi.waitFor(async () => expect(await encoder.received(id)).toBe(after), SLOW)
      const piece = await encoder.append(id, { offset: after, bytes: bytes.subarray(after) })
      expect(piece.status).toBe(204)
      expect(await dead).toBe('cut')
      expect((await encoder.finish(id)).body.data?.sha256).toBe(sha256(bytes))
    })

    test('is not mixed up by two senders at once: what is there is one of them, to the byte', async () => {
      const [ours, theirs] = [sizedPdf(6 * MEGABYTE), sizedPdf(6 * MEGABYTE)]
      const id = idOf(await encoder.begin('pdf', 'scan.pdf', ours.length))
      const answers = await Promise.allSettled(
        [ours, theirs, ours, theirs].map((bytes) => encoder.append(id, { offset: 0, bytes })),
      )
      const statuses = answers.map((one) => (one.status === 'fulfilled' ? one.value.status : 'cut'))
      expect(statuses.every((status) => [204, 400, 409, 'cut'].includes(status))).toBe(true)
      // a sender that was cut off may still be heard for a moment
      await allRequestsHandled()
      const row = (await rows()).find((one) => one.id === id)
      const streams = (row?.pieces ?? []).map((piece) => t.services.files.pieces.read(`${id}.${piece}`))
      const kept = Buffer.concat(
        await Promise.all(streams.map(async (stream) => buffer((await stream) ?? Readable.from([])))),
      )
      expect([ours, theirs].some((bytes) => bytes.subarray(0, kept.length).equals(kept))).toBe(true)
      expect(await encoder.received(id)).toBe(kept.length)
      await encoder.cancel(id)
    })

    test('becomes one file however often it is asked for at once', async () => {
      const id = idOf(await encoder.begin('pdf', 'scan.pdf', PDF.length))
      await encoder.append(id, { offset: 0, bytes: PDF })
      const before = await fileCount()
      const replies = await Promise.all(Array.from({ length: 6 }, () => encoder.finish(id)))
      expect(new Set(replies.map(({ body }) => body.data?.id)).size).toBe(1)
      expect(await fileCount()).toBe(before + 1)
    })

    test('is understood by the tus library of the browser', async () => {
      const bytes = sizedPdf(MEGABYTE + 17)
      const { token } = await t.as('laguna.encoder')
      const url = await new Promise<string>((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${address}/api/file/pdf/uploads`,
          headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}` },
          metadata: { filename: 'scan.pdf' },
          chunkSize: 300_000,
          onError: reject,
          onSuccess: () => resolve(upload.url ?? ''),
        })
        upload.start()
      })
      const id = url.split('/').at(-1) ?? ''
      expect((await encoder.finish(id)).body.data).toMatchObject({ name: 'scan.pdf', sha256: sha256(bytes) })
    })
  },
)

describe('what is refused', () => {
  serving('folder')
  const sentence = ({ status, body }: Answer) => [status, body.errors?.file]

  test('[S-98] a file above the limit of its kind, when it begins; one of exactly the limit may begin', async () => {
    const limits: [keyof typeof FILE_KINDS, string, number, string][] = [
      ['pdf', 'a.pdf', 52_428_800, 'File size exceeds the maximum limit of 50MB.'],
      ['kml', 'a.kml', 52_428_800, 'File size exceeds the maximum limit of 50MB.'],
      ['csv', 'a.csv', 41_943_040, 'File a.csv size exceeds the maximum limit of 40MB.'],
      ['image', 'a.png', 41_943_040, 'File a.png size exceeds the maximum limit of 40MB.'],
      ['shp', 'a.shp', 26_214_400, 'File size exceeds 25MB. Please upload a smaller file.'],
    ]
    for (const [kind, name, limit, words] of limits) {
      const before = await rows()
      expect(sentence(await encoder.begin(kind, name, limit + 1)), name).toEqual([413, [words]])
      expect(await rows()).toEqual(before)
      expect((await encoder.begin(kind, name, limit)).status, name).toBe(201)
    }
    await forget()
  })

  test('[S-44] a name of another type and an empty file, when they begin', async () => {
    const pdf = 'Only pdf files are allowed. Please upload a valid .pdf file.'
    const cases: [string, string, number, string][] = [
      ['pdf', 'moa.docx', 10, pdf],
      ['pdf', '', 10, pdf],
      ['pdf', 'moa.pdf', 0, 'moa.pdf is empty. Please choose another file.'],
      ['kml', 'site.kmz.zip', 10, 'Only kml files are allowed. Please upload a valid .kml file.'],
      [
        ...(['image', 'photo.gif', 10] as const),
        'File photo.gif is not allowed. Only pdf, csv, png, and jpeg files are allowed. Please upload a valid file',
      ],
      ['shp', 'lots.pdf', 10, 'Please upload a valid SHP file.'],
    ]
    for (const [kind, name, size, words] of cases)
      expect(sentence(await encoder.begin(kind, name, size)), name).toEqual([422, [words]])
    expect(await rows()).toEqual(await finishedRows())
  })

  test('[S-44] a content of another type, with the first piece, and nothing of it stays', async () => {
    const cases: [string, string, Buffer][] = [
      ['pdf', 'photo.pdf', PNG],
      ['kml', 'photo.kml', PNG],
      ['csv', 'rows.csv', PNG],
      ['image', 'table.png', CSV],
      ['shp', 'lots.shp', PDF],
    ]
    for (const [kind, name, bytes] of cases) {
      const padded = Buffer.concat([bytes, Buffer.alloc(200_000, 0x20)])
      const id = idOf(await encoder.begin(kind, name, 10 * MEGABYTE))
      const refused = await encoder.append(id, { offset: 0, bytes: padded })
      expect(refused.status, name).toBe(422)
      expect(refused.body.errors?.file).toHaveLength(1)
      expect((await encoder.send('GET', `/file/uploads/${id}`)).status).toBe(404)
    }
    expect(await pieces()).toEqual([])
  })

  test('[S-44] a content that proves wrong at its end, and nothing of it stays', async () => {
    const before = [await fileCount(), namesIn('files').length]
    const cases: [string, string, Buffer][] = [
      ['pdf', 'cut.pdf', Buffer.from('%PDF-1.7 1 0 obj')],
      ['kml', 'site.kml', readFileSync('tests/fixtures/kml/swapped.kml')],
    ]
    for (const [kind, name, bytes] of cases) {
      const refused = await whole(kind, name, bytes)
      expect(refused.status).toBe(422)
      expect(refused.body.errors?.file).toHaveLength(1)
    }
    expect([await fileCount(), namesIn('files').length]).toEqual(before)
    expect(await pieces()).toEqual([])
    expect(namesIn('tmp')).toEqual([])
  })

  test('more bytes than were announced', async () => {
    const id = idOf(await encoder.begin('pdf', 'a.pdf', PDF.length))
    const refused = await encoder.append(id, { offset: 0, bytes: Buffer.concat([PDF, PDF]) })
    expect(refused.status).toBe(413)
  })

  test('what is no tus, in one sentence', async () => {
    const id = idOf(await encoder.begin('pdf', 'a.pdf', PDF.length))
    const right = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': BYTES }
    const cases: [string, string, Record<string, string>, RegExp][] = [
      ['PATCH', `/file/uploads/${id}`, { ...right, 'tus-resumable': '2.0.0' }, /Tus-Resumable/],
      ['PATCH', `/file/uploads/${id}`, { ...right, 'upload-offset': '-1' }, /Upload-Offset/],
      ['PATCH', `/file/uploads/${id}`, { ...right, 'content-type': 'text/plain' }, /body/],
      ['POST', '/file/pdf/uploads', { 'tus-resumable': '1.0.0', 'upload-length': 'x' }, /Upload-Length/],
      ['POST', '/file/pdf/uploads', { 'tus-resumable': '1.0.0', 'upload-length': '9' }, /Upload-Metadata/],
    ]
    for (const [method, url, headers, words] of cases) {
      const refused = await encoder.send(method, url, headers)
      expect(refused.status).toBe(400)
      expect(refused.body.message).toMatch(words)
    }
    expect((await encoder.send('GET', '/file/uploads/1')).status).toBe(404)
    await encoder.cancel(id)
  })

  test('[S-95] no path in a name, and no more of it than 200 letters', async () => {
    expect((await whole('pdf', '../../etc/moa.pdf', PDF)).body.data?.name).toBe('moa.pdf')
    const long = String((await whole('pdf', `${'ñ'.repeat(300)}.pdf`, PDF)).body.data?.name)
    expect([...long]).toHaveLength(200)
    expect(long.endsWith('ñ.pdf')).toBe(true)
  })
})

describe('what does not end', () => {
  serving('folder')
  /** Lets so many minutes pass for everything but the sessions. */
  const letPass = async (minutes: number): Promise<void> => {
    const now = new Date(Date.now() + minutes * 60_000)
    t.setNow(now)
    const used = { created_at: now.toISOString(), last_used_at: now.toISOString() }
    await t.db.updateTable('sessions').set(used).execute()
  }
  afterEach(async () => {
    await letPass(0)
    await forget()
  })

  beforeAll(forget)

  test('is limited for each person in number, and the oldest idle one makes room', async () => {
    const ids: string[] = []
    for (let one = 0; one < 20; one += 1) ids.push(idOf(await encoder.begin('pdf', 'a.pdf', PDF.length)))
    await encoder.append(ids[0] ?? '', { offset: 0, bytes: PDF.subarray(0, 9) })
    const refused = await encoder.begin('pdf', 'a.pdf', PDF.length)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Too many of your uploads are still running. Please wait until some of them end, then try again.',
    ])
    // each person has a separate limit
    const colleague = await clientOf('quezon.encoder')
    await colleague.cancel(idOf(await colleague.begin('pdf', 'a.pdf', PDF.length)))

    await letPass(11)
    await encoder.append(ids[0] ?? '', { offset: 9, bytes: PDF.subarray(9, 12) })
    expect((await encoder.begin('pdf', 'a.pdf', PDF.length)).status).toBe(201)
    const left = (await rows()).map(({ id }) => id)
    // the first was just written to
    expect(left).toContain(ids[0])
    expect(left).not.toContain(ids[1])
    expect(left).toHaveLength(20)
  })

  test('is limited for each person in bytes, also when all begin at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => encoder.begin('pdf', 'a.pdf', 50 * MEGABYTE)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409])
  })

  full.test('can be given up, in the middle of a piece too', async () => {
    const bytes = sizedPdf(MEGABYTE)
    const id = idOf(await encoder.begin('pdf', 'a.pdf', bytes.length))
    const mishap = { after: 500_000, line: 'silent' } as const
    const piece = encoder.append(id, { offset: 0, bytes, mishap }).catch(() => 'cut')
    await vi.waitFor(async () => expect(await encoder.received(id)).toBe(500_000), SLOW)
    expect((await encoder.cancel(id)).status).toBe(204)
    expect(await piece).toBe('cut')
    expect((await encoder.cancel(id)).status).toBe(404)
    expect(await pieces()).toEqual([])
  })

  test('[S-97] is forgotten after 24 hours, with its bytes', async () => {
    const old = idOf(await encoder.begin('pdf', 'old.pdf', PDF.length))
    await encoder.append(old, { offset: 0, bytes: PDF.subarray(0, 20) })
    await letPass(23 * 60)
    await cleanUpFiles(t.services)
    expect(await encoder.received(old)).toBe(20)

    await letPass(25 * 60)
    expect((await encoder.append(old, { offset: 20, bytes: PDF.subarray(20) })).status).toBe(404)
    const young = idOf(await encoder.begin('pdf', 'young.pdf', PDF.length))
    await encoder.append(young, { offset: 0, bytes: PDF.subarray(0, 20) })
    await cleanUpFiles(t.services)
    expect(await pieces()).toEqual([expect.stringMatching(`^${young}\\.`)])
    expect((await rows()).map(({ id }) => id)).toEqual([young])
  })
})
