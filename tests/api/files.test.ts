import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { findMap } from '../../server/geodata/kml/file-boundaries.queries.ts'
import { attachFiles, detachFiles, readBoundary } from '../../server/uploads/files.actions.ts'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { actorOf, actorQuery } from '../../server/context/sessions.ts'
import type { AppError } from '../../server/lib/errors.ts'
import { MOV_MAX_BYTES, MEGABYTE } from '../../shared/files/files.schema.ts'
import { API_KEY, multipart, startAppForTest, type TestApp, withServer } from '../support/product/app.ts'
import { allRequestsHandled } from '../support/product/request-completion.ts'
import { FULL, full } from '../support/full.ts'
import { jpegPhoto, pngPicture } from '../../server/seed/demo-documents.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { pdfBytes } from '../support/records/factories.ts'

const PDF = pdfBytes().toString('latin1')
const CSV = 'name,hectares\r\nBiñan,12.5\r\n'
const PNG = pngPicture(1)
/** A shapefile of this size: its header has the code, the length in words and the version. */
const shapefile = (size = 100) => {
  const bytes = Buffer.alloc(size)
  bytes.writeInt32BE(9994, 0)
  bytes.writeInt32BE(Math.floor(size / 2), 24)
  bytes.writeInt32LE(1000, 28)
  return bytes
}
const kml = (name: string) => readFileSync(`tests/fixtures/kml/${name}.kml`)
const BOUNDARY = kml('valid-laguna')

const t = withServer()

/** a busy machine may be slow to notice a broken connection */
const SLOW = { timeout: 10_000 }

/** created when the server first needs them, whatever a test does */
const KEYS = ['api-key', 'audit-signing-key']

const onDisk = (app = t): string[] =>
  readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !KEYS.includes(entry.name))
    .map((entry) => entry.name)
    .sort()

const rowCount = async (app = t): Promise<number> => {
  const { count } = await app.db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Runs a rejected call and checks that it left no bytes, no row and no row in the log. */
async function leavingNothing<T>(act: () => Promise<T>, app = t): Promise<T> {
  const auditCount = () =>
    app.db.selectFrom('audit_logs').select('id').where('event', '=', 'File Uploaded').execute()
  // lets earlier requests finish first
  await allRequestsHandled()
  const files = onDisk(app)
  const before = [await rowCount(app), (await auditCount()).length]
  const result = await act()
  await allRequestsHandled()
  expect([await rowCount(app), (await auditCount()).length]).toEqual(before)
  expect(onDisk(app)).toEqual(files)
  return result
}

const upload = async (name: string, bytes: Uint8Array | string, kind = 'pdf', person = 'laguna.encoder') => {
  const reply = await (await t.as(person)).upload(kind, name, bytes)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data as { id: number; url: string; name: string; size: number; sha256: string }
}

const actor = async (person: string, app = t) =>
  actorOf(
    await actorQuery(app.db)
      .where('users.id', '=', await app.userId(person))
      .executeTakeFirstOrThrow(),
  )

const lastAudit = (app = t) =>
  app.db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

let codes = 0
async function aSite(agreement_id: number, map_kml_id: number, app = t) {
  const encoder = await actor('laguna.encoder', app)
  const city = await app.db
    .selectFrom('cities')
    .select(['id', 'province_id', 'region_id'])
    .where('province_id', '=', encoder.province_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  codes += 1
  const code = `TEST-${codes}`
  const { id } = await app.db
    .insertInto('site_profiles')
    .values({
      code,
      region_id: city.region_id,
      province_id: city.province_id,
      city_id: city.id,
      office_id: encoder.office_id as number,
      name_of_partner: 'Samahan',
      project_area: '10',
      year_implemented: 2020,
      project_year_start: 2020,
      project_year_end: 2030,
      redd_eligible_activities_area: ['Conservation of forest-carbon stocks'],
      conservation_forest_carbon_stocks_area: '10',
      implementation_arrangement: 'MOA/MOU',
      agreement_id,
      map_kml_id,
      site_status: 'Submitted',
      penro_status: 'Submitted',
      created_by: encoder.id,
      submitted_by: encoder.id,
      waiting_since: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}

const attach = async (person: string, ids: number[], rule: Parameters<typeof attachFiles>[3], app = t) => {
  // before the transaction: several at once would wait for each other's connection
  const by = await actor(person, app)
  return app.db.transaction().execute((db) => attachFiles(db, by, ids, rule))
}

const AGREEMENT = { kinds: ['pdf'], max_bytes: 50 * MEGABYTE, field: 'agreement_id' } as const
const EVIDENCE = { kinds: ['pdf', 'csv', 'image'], max_bytes: MOV_MAX_BYTES, field: 'upload_id' } as const

describe('uploading', () => {
  full.test(
    'a map is written while it is judged, and a refused one leaves neither file nor row',
    async () => {
      const put = t.services.files.put
      const begun: string[] = []
      const hear = vi.spyOn(t.services.files, 'put').mockImplementation((key, stream) => {
        begun.push(key)
        return put(key, stream)
      })
      try {
        for (const name of ['points-only', 'truncated'])
          expect(
            (
              await leavingNothing(async () =>
                (await t.as('laguna.encoder')).upload('kml', `${name}.kml`, kml(name)),
              )
            ).statusCode,
          ).toBe(422)
        // written before it was refused
        expect(begun).toHaveLength(2)
        for (const key of begun) await expect(t.services.files.get(key)).rejects.toThrow()
      } finally {
        hear.mockRestore()
      }
    },
  )

  test('[FILES-17] each kind has its call, whose reply has id, url and name', async () => {
    const cases: [string, string, Uint8Array | string][] = [
      ['pdf', 'moa.pdf', PDF],
      ['kml', 'site.kml', BOUNDARY],
      ['csv', 'trees.csv', CSV],
      ['image', 'photo.png', PNG],
      ['shp', 'lots.shp', shapefile()],
    ]
    for (const [kind, name, bytes] of cases) {
      const file = await upload(name, bytes, kind)
      expect(file).toMatchObject({ name, url: `/api/file/${file.id}`, size: Buffer.byteLength(bytes) })
      expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
  })

  // no screen accepts shapefiles (C-10); the call is for other programs
  test('[FILES-02] a shapefile ends in .shp, whatever it holds', async () => {
    const encoder = await t.as('laguna.encoder')
    for (const name of ['lots.shp.zip', 'lots.kml', 'lots', 'shp']) {
      const reply = await leavingNothing(() => encoder.upload('shp', name, shapefile()))
      expect([reply.statusCode, reply.json().errors], name).toEqual([
        422,
        { file: ['Please upload a valid SHP file.'] },
      ])
    }
    for (const name of ['lots.shp', 'LOTS.SHP'])
      expect(await upload(name, shapefile(), 'shp')).toMatchObject({ name })
  })

  test('[FILES-18] the bytes come back as they were sent', async () => {
    const bytes = Buffer.concat([Buffer.from(PDF), randomBytes(3_000_000), Buffer.from('\n%%EOF')])
    const file = await upload('large.pdf', bytes)
    const reply = await (await t.as('laguna.encoder')).get(`/file/${file.id}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(bytes)).toBe(true)
  })

  test('[S-95] stored outside any web folder under a random name, with uploader, office and time', async () => {
    const file = await upload('moa.pdf', PDF)
    const row = await t.db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow()
    const encoder = await actor('laguna.encoder')
    expect(row).toMatchObject({
      kind: 'pdf',
      name: 'moa.pdf',
      media_type: 'application/pdf',
      uploaded_by: encoder.id,
      office_id: encoder.office_id,
      region_id: encoder.region_id,
      scan_status: 'not scanned',
    })
    expect(row.unused_since).not.toBeNull()
    expect(onDisk()).toContain(row.storage_key)
    expect(onDisk().some((name) => name.includes('moa'))).toBe(false)
  })

  test('is written to the log, in the module the file is for', async () => {
    await upload('moa.pdf', PDF)
    expect(await lastAudit()).toMatchObject({
      auditable_type: 'Profiling of SITES',
      event: 'File Uploaded',
      user_email: 'laguna.encoder@bureau.example',
    })
    const picture = await upload('photo.png', PNG, 'image')
    const line = await lastAudit()
    expect(line).toMatchObject({ auditable_type: 'SITES Activities', event: 'File Uploaded' })
    expect(line.field_change).toContainEqual({ field: 'file_id', old: null, new: String(picture.id) })
    expect(line.field_change).toContainEqual({ field: 'name', old: null, new: 'photo.png' })
  })

  test('[S-44] [S-116] a name of another type is refused in the words of the screen, a content of another as damaged', async () => {
    const damaged = (name: string, type: string) =>
      `${name} is damaged or is not a ${type} file. Please open it, save it again and upload it.`
    const pdf = 'Only pdf files are allowed. Please upload a valid .pdf file.'
    const map = 'Only kml files are allowed. Please upload a valid .kml file.'
    const mov = (name: string) =>
      `File ${name} is not allowed. Only pdf, csv, png, and jpeg files are allowed. Please upload a valid file`
    const cases: [string, string, Uint8Array | string, string][] = [
      ['pdf', 'moa.docx', PDF, pdf],
      ['pdf', 'moa.pdf', PNG, damaged('moa.pdf', 'PDF')],
      ['pdf', 'cut.pdf', '%PDF-1.7\n1 0 obj', damaged('cut.pdf', 'PDF')],
      ['kml', 'site.kmz.zip', BOUNDARY, map],
      ['kml', 'site.kml', PDF, damaged('site.kml', 'KML')],
      ['kml', 'tracks.kml', '<gpx></gpx>', damaged('tracks.kml', 'KML')],
      ['kml', 'cut.kml', BOUNDARY.subarray(0, -20), damaged('cut.kml', 'KML')],
      ['kml', 'cut.kmz', zipSync({ 'doc.kml': BOUNDARY }).slice(0, -9), damaged('cut.kmz', 'KMZ')],
      ['csv', 'trees.csv', PNG, damaged('trees.csv', 'CSV')],
      ['image', 'photo.png', CSV, damaged('photo.png', 'PNG')],
      ['image', 'photo.jpg', CSV, damaged('photo.jpg', 'JPEG')],
      ['image', 'photo.gif', PNG, mov('photo.gif')],
      ['shp', 'lots.shp', CSV, damaged('lots.shp', 'SHP')],
      ['csv', 'empty.csv', '', 'empty.csv is empty. Please choose another file.'],
    ]
    const encoder = await t.as('laguna.encoder')
    for (const [kind, name, bytes, sentence] of cases) {
      const reply = await leavingNothing(() => encoder.upload(kind, name, bytes))
      expect(reply.statusCode, name).toBe(422)
      expect(reply.json().errors).toEqual({ file: [sentence] })
    }
  })

  test('[S-98] [FILES-05] each kind at its limit, a shapefile at the generic one (C-09): that many bytes pass, one more is too large', async () => {
    const padded = (start: Uint8Array | string, size: number) => {
      const bytes = Buffer.alloc(size, 0x20)
      bytes.set(Buffer.from(start as string))
      return bytes
    }
    const cases: [string, string, number, (size: number) => Buffer, string][] = [
      [
        'csv',
        'a.csv',
        41_943_040,
        (size) => padded(CSV, size),
        'File a.csv size exceeds the maximum limit of 40MB.',
      ],
      [
        'image',
        'a.png',
        41_943_040,
        (size) => padded(PNG, size),
        'File a.png size exceeds the maximum limit of 40MB.',
      ],
      ['shp', 'a.shp', 26_214_400, shapefile, 'File size exceeds 25MB. Please upload a smaller file.'],
      [
        'kml',
        'a.kml',
        52_428_800,
        (size) => padded(BOUNDARY, size),
        'File size exceeds the maximum limit of 50MB.',
      ],
    ]
    const encoder = await t.as('laguna.encoder')
    // the short run sends one of them whole; uploads.test.ts checks the limits of all when an upload in pieces starts
    for (const [kind, name, limit, bytesOf, sentence] of FULL
      ? cases
      : cases.filter(([one]) => one === 'shp')) {
      expect((await upload(name, bytesOf(limit), kind)).size, name).toBe(limit)
      const over = await leavingNothing(() => encoder.upload(kind, name, bytesOf(limit + 1)))
      expect([over.statusCode, over.json().errors]).toEqual([413, { file: [sentence] }])
    }
  })

  test('[S-116] a KMZ is read as its first KML and stays what it is for whoever downloads it', async () => {
    const encoder = await t.as('laguna.encoder')
    const kmz = Buffer.from(
      zipSync({
        '__MACOSX/._doc.kml': strToU8('shadow'),
        'files/photo.png': PNG,
        'maps/Boundary.KML': BOUNDARY,
        'other.kml': strToU8('<kml></kml>'),
      }),
    )
    for (const name of ['site.kmz', 'renamed.kml']) {
      const reply = await encoder.upload('kml', name, kmz)
      expect(reply.statusCode, reply.body).toBe(200)
      const file = reply.json().data
      expect(file).toMatchObject({ name, size: kmz.length, media_type: 'application/vnd.google-earth.kmz' })
      expect((await encoder.get(`/file/${file.id}`)).rawPayload.equals(kmz)).toBe(true)
      const drawn = await encoder.post('/sites/boundary', { map_kml_id: file.id })
      const plain = await encoder.upload('kml', 'plain.kml', BOUNDARY)
      const same = await encoder.post('/sites/boundary', { map_kml_id: plain.json().data.id })
      expect(drawn.json().boundary.geometry).toEqual(same.json().boundary.geometry)
    }
  })

  test('an empty file is no file of any type', async () => {
    const encoder = await t.as('laguna.encoder')
    const names = { pdf: 'a.pdf', kml: 'a.kml', csv: 'a.csv', image: 'a.png', shp: 'a.shp' }
    for (const [kind, name] of Object.entries(names)) {
      const reply = await leavingNothing(() => encoder.upload(kind, name, ''))
      expect(reply.statusCode).toBe(422)
    }
  })

  test('[FILES-04] a request without a file says so', async () => {
    const { token } = await t.as('laguna.encoder')
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
    const form = multipart('a.pdf', PDF)
    const inAnotherField = form.payload.toString('latin1').replace('name="file"', 'name="agreement"')
    const requests = [
      { headers: { ...headers, ...form.headers }, payload: Buffer.from(inAnotherField, 'latin1') },
      { headers: { ...headers, ...form.headers }, payload: Buffer.from('--test-boundary-8a3f--\r\n') },
      { headers, payload: { file: 'a.pdf' } },
    ]
    for (const request of requests) {
      const reply = await leavingNothing(async () =>
        t.app.inject({ method: 'POST', url: '/api/file/pdf', ...request }),
      )
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors).toEqual({ file: ['No file selected.'] })
    }
  })

  test('a body that ends in the middle of the file is refused', async () => {
    const { token } = await t.as('laguna.encoder')
    const form = multipart('a.pdf', PDF)
    const reply = await leavingNothing(async () =>
      t.app.inject({
        method: 'POST',
        url: '/api/file/pdf',
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, ...form.headers },
        payload: form.payload.subarray(0, -10),
      }),
    )
    expect(reply.statusCode).toBe(400)
  })

  test('[S-95] names lose their path, keep their letters and fit in 200', async () => {
    expect((await upload('../../../etc/moa.pdf', PDF)).name).toBe('moa.pdf')
    expect((await upload('..\\moa.pdf', PDF)).name).toBe('moa.pdf')
    expect((await upload('Kasunduan ng Biñan.pdf', PDF)).name).toBe('Kasunduan ng Biñan.pdf')
    const long = (await upload(`${'ñ'.repeat(295)}.pdf`, PDF)).name
    expect([...long]).toHaveLength(200)
    expect(long.endsWith('ñ.pdf')).toBe(true)
  })
})

describe('location maps', () => {
  test('a map that is no boundary is refused with the reason', async () => {
    const encoder = await t.as('laguna.encoder')
    const cases: [string, RegExp][] = [
      ['doctype', /DOCTYPE/],
      ['truncated', /ends too early|damaged/],
      ['swapped', /swapped/],
      ['utm-metres', /metres/],
      ['path-only', /path|line/i],
      ['network-link-only', /link/i],
      ['outside-philippines', /outside the Philippines/],
    ]
    for (const [name, reason] of cases) {
      const reply = await leavingNothing(() => encoder.upload('kml', `${name}.kml`, kml(name)))
      expect(reply.statusCode, name).toBe(422)
      const sentences = reply.json().errors.file as string[]
      expect(sentences).toHaveLength(1)
      expect(sentences[0]).toMatch(reason)
    }
  })

  test('a crossing boundary is taken, and read again from the store when it is needed', async () => {
    const file = await upload('crossing.kml', kml('self-crossing'), 'kml')
    const map = await findMap(t.db, file.id)
    if (!map?.boundary) throw new Error('The boundary is kept from the upload.')
    expect(await readBoundary(t.services, map)).toEqual({ ok: true, geometry: map.boundary })
    const boundary = await readBoundary(t.services, { ...map, boundary: null })
    expect(boundary.ok && boundary.geometry.coordinates.length).toBe(1)
    expect(onDisk().filter((name) => name.length < 36)).toEqual([])
  })

  test('no map belongs to a file that is not there', async () => {
    expect(await findMap(t.db, 999_999)).toBeNull()
  })
})

full.describe('over a real line', () => {
  let port: number
  let token: string | null
  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    port = (t.app.server.address() as AddressInfo).port
    token = (await t.as('laguna.encoder')).token
  })

  /** Sends a file of this many bytes, generated while sending; resolves with the answer. */
  const send = (kind: string, name: string, size: number, start = '', end = '') =>
    new Promise<{ status: number; body: { message: string; errors: object; data: { id: number } } }>(
      (resolve, reject) => {
        const form = multipart(name, '')
        const at = form.payload.indexOf('\r\n\r\n') + 4
        const filler = Buffer.alloc(65_536, 0x61)
        const request = httpRequest(
          {
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: `/api/file/${kind}`,
            headers: {
              'x-api-key': API_KEY,
              authorization: `Bearer ${token}`,
              ...form.headers,
              'content-length': form.payload.length + size,
            },
          },
          (reply) => {
            const chunks: Buffer[] = []
            reply.on('data', (chunk: Buffer) => chunks.push(chunk))
            reply.on('end', () =>
              resolve({
                status: reply.statusCode ?? 0,
                body: JSON.parse(Buffer.concat(chunks).toString()),
              }),
            )
          },
        )
        request.on('error', reject)
        request.write(form.payload.subarray(0, at))
        request.write(start)
        let left = size - start.length - end.length
        const more = () => {
          while (left > 0) {
            const piece = filler.subarray(0, Math.min(left, filler.length))
            left -= piece.length
            if (!request.write(piece)) return void request.once('drain', more)
          }
          request.write(end)
          request.end(form.payload.subarray(at))
        }
        more()
      },
    )

  test('[FILES-09] [S-98] 50 MB pass, one byte more is too large', async () => {
    const fits = await send('pdf', 'full.pdf', 52_428_800, PDF, '\n%%EOF')
    expect(fits.status).toBe(200)
    const over = await leavingNothing(() => send('pdf', 'over.pdf', 52_428_801, PDF, '\n%%EOF'))
    expect(over.status).toBe(413)
    expect(over.body.message).toBe('File size exceeds the maximum limit of 50MB.')
    expect(over.body.errors).toEqual({ file: ['File size exceeds the maximum limit of 50MB.'] })
  })

  test('a wrong content is answered although the sender is still sending', async () => {
    const reply = await leavingNothing(() => send('pdf', 'fake.pdf', 30_000_000))
    expect(reply.status).toBe(422)
  })

  /** Starts an upload that declares more bytes than it sends. */
  const begin = (kind: string, name: string, start: Buffer) =>
    new Promise<Socket>((resolve) => {
      const form = multipart(name, start)
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/file/${kind} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${API_KEY}\r\nAuthorization: Bearer ${token}\r\n` +
            `Content-Type: ${form.headers['content-type']}\r\nContent-Length: 10000000\r\n\r\n`,
        )
        socket.write(form.payload.subarray(0, form.payload.length - 30), () => resolve(socket))
      })
      socket.on('error', () => undefined)
    })

  test.each([
    ['pdf', Buffer.concat([Buffer.from(PDF), randomBytes(2_000_000)])],
    ['kml', Buffer.concat([Buffer.from('<kml>'), Buffer.alloc(2_000_000, 0x20)])],
  ])('a line cut in the middle of a %s leaves nothing', async (kind, start) => {
    await leavingNothing(async () => {
      const before = new Set(onDisk())
      const added = () => onDisk().filter((name) => !before.has(name))
      const socket = await begin(kind, `a.${kind}`, start)
      // the server is in the middle of writing
      await vi.waitFor(() => expect(added()).toHaveLength(1), SLOW)
      socket.resetAndDestroy()
      await vi.waitFor(() => expect(added()).toEqual([]), SLOW)
    })
    expect((await send('csv', 'next.csv', 1000)).status).toBe(200)
  })

  test('what the disk cannot hold is refused before the first byte is taken', async () => {
    const { headers } = multipart('a.pdf', '')
    const all = { ...headers, host: 'x', 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
    const lines = Object.entries({ ...all, 'content-length': 2 ** 52 }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const said = await leavingNothing(
      () =>
        new Promise<string>((resolve, reject) => {
          let heard = ''
          const socket = connect(port, '127.0.0.1')
          socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
          socket.on('error', reject)
          socket.on('close', () => resolve(heard))
          socket.write(`POST /api/file/pdf HTTP/1.1\r\n${lines.join('')}\r\n`)
        }),
    )
    expect(said).toContain('507 Insufficient Storage')
    expect(said).toContain(
      'The server has no space for this now. Please try again later and inform the help desk.',
    )
  })
})

describe('the quota of a person and day', () => {
  const KB = 1024
  const TOO_MUCH =
    'You have uploaded too much in the last 24 hours that is not saved with a record yet. Please save the forms these files are for, then try again.'
  const pdfOf = (size: number) =>
    Buffer.concat([Buffer.from(PDF), randomBytes(size - 2 * PDF.length), Buffer.from(PDF)])
  const small = () => startAppForTest({ settings: { UPLOAD_QUOTA_MB: '1' } })
  const send = async (app: TestApp, size: number, person = 'laguna.encoder') =>
    (await app.as(person)).upload('pdf', 'moa.pdf', pdfOf(size))

  test('is what no record uses yet; a saved record or a day gives it back', async () => {
    const app = await small()
    const first = await send(app, 600 * KB)
    expect(first.statusCode).toBe(200)
    const refused = await leavingNothing(() => send(app, 600 * KB), app)
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'state',
      TOO_MUCH,
    ])
    expect((await send(app, 600 * KB, 'quezon.encoder')).statusCode).toBe(200)

    await attach('laguna.encoder', [first.json().data.id], AGREEMENT, app)
    expect((await send(app, 600 * KB)).statusCode).toBe(200)
    expect((await send(app, 600 * KB)).statusCode).toBe(409)
    const tomorrow = new Date(Date.now() + 24 * 3_600_000 + 1000)
    await app.db.updateTable('sessions').set({ created_at: tomorrow.toISOString() }).execute()
    await app.db.updateTable('sessions').set({ last_used_at: tomorrow.toISOString() }).execute()
    app.setNow(tomorrow)
    expect((await send(app, 600 * KB)).statusCode).toBe(200)
  })

  test('is kept to by uploads that come at once', async () => {
    const app = await small()
    // signed in before the uploads start
    await app.as('laguna.encoder')
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(app, 300 * KB)))
    expect(replies.filter((reply) => reply.statusCode === 200).length).toBeLessThanOrEqual(3)
    const { rows } = await sql<{ bytes: number }>`select sum(size)::bigint as bytes from files`.execute(
      app.db,
    )
    expect(rows[0]?.bytes).toBeLessThanOrEqual(1024 * KB)
    expect((await send(app, 100 * KB)).statusCode).toBe(200)
  })

  test('counts what is begun in pieces, with the same words', async () => {
    const app = await small()
    const encoder = await app.as('laguna.encoder')
    const begin = (size: number) =>
      app.app.inject({
        method: 'POST',
        url: '/api/file/pdf/uploads',
        headers: {
          'x-api-key': API_KEY,
          authorization: `Bearer ${encoder.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': String(size),
          'upload-metadata': `filename ${Buffer.from('moa.pdf').toString('base64')}`,
        },
      })
    expect((await begin(600 * KB)).statusCode).toBe(201)
    const pieces = await begin(600 * KB)
    expect([pieces.statusCode, pieces.json().message]).toEqual([409, TOO_MUCH])
    const whole = await send(app, 600 * KB)
    expect([whole.statusCode, whole.json().message]).toEqual([409, TOO_MUCH])
    expect((await send(app, 300 * KB)).statusCode).toBe(200)
  })
})

test.runIf(process.platform === 'linux')(
  '[S-154] nothing is taken while the disk of the database has no room, readiness says so, and signing in works',
  async () => {
    const app = await startAppForTest()
    const encoder = await app.as('laguna.encoder')
    const begin = () =>
      app.app.inject({
        method: 'POST',
        url: '/api/file/csv/uploads',
        headers: {
          'x-api-key': API_KEY,
          authorization: `Bearer ${encoder.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': String(CSV.length),
          'upload-metadata': `filename ${Buffer.from('trees.csv').toString('base64')}`,
        },
      })
    const begun = (await begin()).json().data.id as string
    // a folder on a disk without free space
    const { data_dir } = app.services.config
    app.services.config.data_dir = '/proc'
    const append = await app.app.inject({
      method: 'PATCH',
      url: `/api/file/uploads/${begun}`,
      headers: {
        'x-api-key': API_KEY,
        authorization: `Bearer ${encoder.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: CSV,
    })
    for (const refused of [await encoder.upload('csv', 'trees.csv', CSV), await begin(), append]) {
      expect([refused.statusCode, refused.json().code]).toEqual([507, 'no_room'])
      expect(refused.json().message).toBe(
        'The server has no space for this now. Please try again later and inform the help desk.',
      )
    }
    const ready = await app.app.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      expect.objectContaining({
        status: 'degraded',
        room: false,
        files: true,
        message: expect.stringMatching(/^The disk of the data folder has less than 1 GB or 5 % left/),
      }),
    ])
    const login = await app.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'x-api-key': API_KEY },
      payload: { email: demoEmail('quezon.encoder'), password: DEMO_PASSWORD },
    })
    expect(login.statusCode, login.body).toBe(200)

    app.services.config.data_dir = data_dir
    expect((await encoder.upload('csv', 'trees.csv', CSV)).statusCode).toBe(200)
    expect((await app.app.inject('/health/ready')).json()).toMatchObject({ status: 'ready' })
  },
)

describe('[S-136] what a reviewer could not open is told at upload', () => {
  const pdf = (name: string) => readFileSync(`tests/fixtures/pdf/${name}.pdf`)
  const sent = async (kind: string, name: string, bytes: Buffer) => {
    const reply = await (await t.as('laguna.encoder')).upload(kind, name, bytes)
    return reply.statusCode === 200 ? null : reply.json().errors.file
  }

  test.each([
    [
      'locked-aes-256',
      'asks for a password before it opens. Please save it without a password and upload that.',
    ],
    ['no-pages', 'has no pages. Please save it again with its pages and upload that.'],
    [
      'please-wait-text',
      'shows only "Please wait" outside Adobe Reader. Please print it to a new PDF and upload that.',
    ],
  ])('%s.pdf', async (name, sentence) => {
    await leavingNothing(async () =>
      expect(await sent('pdf', 'moa.pdf', pdf(name))).toEqual([`moa.pdf ${sentence}`]),
    )
  })

  test('a PDF with an owner’s password alone, and one behind the lines of a scanner, are taken', async () => {
    expect(await sent('pdf', 'moa.pdf', pdf('owner-aes-256'))).toBeNull()
    const scanned = Buffer.concat([Buffer.from('\u001b%-12345X@PJL\r\n'.repeat(40)), pdf('pages')])
    expect(await sent('pdf', 'moa.pdf', scanned)).toBeNull()
  })

  const heic = Buffer.concat([
    Buffer.from('0000001c6674797068656963000000006d69663168656963', 'hex'),
    Buffer.alloc(2_000),
  ])
  test.each([
    ['image', 'IMG_0001.jpg'],
    ['image', 'IMG_0001.PNG'],
    ['pdf', 'IMG_0001.pdf'],
    ['csv', 'IMG_0001.csv'],
  ])('a HEIC photo that is sent as %s %s', async (kind, name) => {
    const said = ['This is a HEIC photo. Please save it as JPEG.']
    await leavingNothing(async () => expect(await sent(kind, name, heic)).toEqual(said))
  })

  test('a JPEG that calls itself .jfif is taken', async () => {
    expect(await sent('image', 'photo.JFIF', jpegPhoto())).toBeNull()
  })
})

describe('downloading', () => {
  test('what does not exist, or is no id, is not found', async () => {
    const encoder = await t.as('laguna.encoder')
    expect((await encoder.get('/file/999999')).statusCode).toBe(404)
    expect((await encoder.get('/file/..%2Fpasswd')).statusCode).toBe(404)
  })

  test('[S-96] a PDF and a picture may be shown, others are saved; no type is guessed', async () => {
    const encoder = await t.as('laguna.encoder')
    const headersOf = async (kind: string, name: string, bytes: Uint8Array | string) =>
      (await encoder.get(`/file/${(await upload(name, bytes, kind)).id}`)).headers

    const pdf = await headersOf('pdf', 'Kasunduan ng Biñan.pdf', PDF)
    expect(pdf['content-type']).toBe('application/pdf')
    expect(pdf['x-content-type-options']).toBe('nosniff')
    expect(pdf['content-disposition']).toBe(
      `inline; filename="Kasunduan ng Binan.pdf"; filename*=UTF-8''Kasunduan%20ng%20Bi%C3%B1an.pdf`,
    )
    expect(pdf['content-length']).toBe(String(PDF.length))
    expect(pdf['cache-control']).toBe('no-store')
    expect(pdf['content-security-policy']).not.toContain('sandbox')

    const picture = await headersOf('image', 'photo.png', PNG)
    expect(picture['content-disposition']).toMatch(/^inline/)
    const table = await headersOf('csv', 'trees.csv', CSV)
    expect(table['content-type']).toBe('text/csv')
    expect(table['content-disposition']).toMatch(/^attachment/)
    expect(table['content-security-policy']).toContain('sandbox')
    expect(table['x-content-type-options']).toBe('nosniff')
    const map = await headersOf('kml', 'boundary.kml', BOUNDARY)
    expect(map['content-disposition']).toMatch(/^attachment/)
    expect(map['content-security-policy']).toContain('sandbox')
  })

  test('parts of a file, and a file that has not changed', async () => {
    const file = await upload('trees.csv', CSV, 'csv')
    const { token } = await t.as('laguna.encoder')
    const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      t.app.inject({
        method,
        url: `/api/file/${file.id}`,
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, ...headers },
      })
    const bytes = Buffer.from(CSV)

    const part = await get({ range: 'bytes=5-12' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 5-12/${bytes.length}`)
    expect(part.headers['content-length']).toBe('8')
    expect(part.rawPayload.equals(bytes.subarray(5, 13))).toBe(true)

    const past = await get({ range: 'bytes=5000-' })
    expect(past.statusCode).toBe(416)
    expect(past.headers['content-range']).toBe(`bytes */${bytes.length}`)

    const whole = await get({ range: 'bytes=5-12', 'if-range': '"another"' })
    expect(whole.statusCode).toBe(200)
    const etag = `"${file.sha256}"`
    expect(whole.headers.etag).toBe(etag)
    const same = await get({ 'if-none-match': `"x", W/${etag}` })
    expect(same.statusCode).toBe(304)
    expect(same.rawPayload).toHaveLength(0)

    const head = await get({}, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe(String(bytes.length))
    expect(head.rawPayload).toHaveLength(0)
  })

  test('bytes that are missing are a fault with a reference number, not half a file', async () => {
    const file = await upload('trees.csv', CSV, 'csv')
    const { storage_key } = await t.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    await t.services.files.remove(storage_key)
    const reply = await (await t.as('laguna.encoder')).get(`/file/${file.id}`)
    expect(reply.statusCode).toBe(500)
    expect(reply.json().request_id).toBeTruthy()
    expect(reply.headers.etag).toBeUndefined()
    expect(reply.headers['content-disposition']).toBeUndefined()
  })

  test('copies of agreements and maps are written to the log once each, evidence is not', async () => {
    const [agreement, map] = [await upload('moa.pdf', PDF), await upload('site.kml', BOUNDARY, 'kml')]
    const encoder = await t.as('laguna.encoder')
    const before = (await lastAudit()).id
    await encoder.get(`/file/${agreement.id}`)
    expect((await lastAudit()).id).toBe(before)

    const site = await aSite(agreement.id, map.id)
    await (await t.as('r4a.approver')).get(`/file/${map.id}`)
    const line = await lastAudit()
    expect(line).toMatchObject({
      auditable_type: 'Profiling of SITES',
      event: 'File Downloaded',
      auditable_id: site.id,
      auditable_code: site.code,
      user_email: 'r4a.approver@bureau.example',
      field_change: [{ field: 'map_kml', old: null, new: 'site.kml' }],
    })
  })

  test('[S-135] any part of a file is a download: one row per person, file and ten minutes', async () => {
    const app = await startAppForTest()
    const encoder = await app.as('laguna.encoder')
    const sent = async (kind: string, name: string, bytes: string | Buffer) =>
      (await encoder.upload(kind, name, bytes)).json().data as { id: number; sha256: string }
    const [agreement, map] = [await sent('pdf', 'moa.pdf', PDF), await sent('kml', 'site.kml', BOUNDARY)]
    await aSite(agreement.id, map.id, app)
    const take = async (person: string, id: number, headers: object = {}, method: 'GET' | 'HEAD' = 'GET') => {
      const { token } = await app.as(person)
      const reply = await app.app.inject({
        method,
        url: `/api/file/${id}`,
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, ...headers },
      })
      return reply.statusCode
    }
    const rows = async () => {
      const found = await app.db
        .selectFrom('audit_logs')
        .select(['user_email', 'field_change'])
        .where('event', '=', 'File Downloaded')
        .orderBy('id')
        .execute()
      return found.map(({ user_email }) => user_email?.split('@')[0])
    }

    // a reply without bytes is no download
    expect(await take('r4a.approver', agreement.id, {}, 'HEAD')).toBe(200)
    const etag = { 'if-none-match': `"${agreement.sha256}"` }
    expect(await take('r4a.approver', agreement.id, etag)).toBe(304)
    expect(await take('r4a.approver', agreement.id, { range: 'bytes=900000-' })).toBe(416)
    expect(await take('quezon.encoder', agreement.id)).toBe(404)
    expect(await rows()).toEqual([])

    // whichever range comes first, and any number at once
    const ranges = ['bytes=1-', 'bytes=5-9', 'bytes=-20', 'bytes=0-3', 'bytes=1-2,4-5']
    await Promise.all(ranges.map((range) => take('r4a.approver', agreement.id, { range })))
    expect(await rows()).toEqual(['r4a.approver'])
    await take('r4a.approver', agreement.id)
    expect(await rows()).toEqual(['r4a.approver'])

    await take('fmb.approver', agreement.id, { range: 'bytes=1-' })
    await take('r4a.approver', map.id, { range: 'bytes=-1' })
    expect(await rows()).toEqual(['r4a.approver', 'fmb.approver', 'r4a.approver'])

    const later = (minutes: number) => app.setNow(new Date(Date.now() + minutes * 60_000))
    later(9)
    await take('r4a.approver', agreement.id, { range: 'bytes=1-' })
    expect(await rows()).toHaveLength(3)
    later(11)
    await take('r4a.approver', agreement.id, { range: 'bytes=1-' })
    expect(await rows()).toHaveLength(4)
    // a file whose bytes are missing is no download
    await app.services.files.remove((await findMap(app.db, map.id))?.storage_key ?? '')
    expect(await take('r4a.approver', map.id)).toBe(500)
    expect(await rows()).toHaveLength(4)
  })
})

describe('attaching', () => {
  const refusal = async (promise: Promise<unknown>): Promise<AppError> =>
    promise.then(
      () => Promise.reject(new Error('was not refused')),
      (error: AppError) => error,
    )

  test('[S-51] a colleague of the office may attach a file, once', async () => {
    const file = await upload('moa.pdf', PDF)
    const other = await upload('other.pdf', PDF)
    const rows = await attach('laguna.approver', [other.id, file.id], AGREEMENT)
    expect(rows.map((row) => row.id)).toEqual([other.id, file.id])
    const again = await refusal(attach('laguna.encoder', [file.id], AGREEMENT))
    expect(again.status).toBe(422)
    expect(again.errors).toEqual({ agreement_id: ['This file is already attached to another record.'] })

    await t.db.transaction().execute((db) => detachFiles(db, [file.id, other.id]))
    expect(await attach('laguna.encoder', [file.id], AGREEMENT)).toHaveLength(1)
  })

  test('[S-51] a file of another office, or none, is not found', async () => {
    const file = await upload('moa.pdf', PDF)
    const sentence = 'This file was not found. Please upload it again.'
    for (const person of ['quezon.encoder', 'r4a.approver', 'fmb.super'])
      expect((await refusal(attach(person, [file.id], AGREEMENT))).errors).toEqual({
        agreement_id: [sentence],
      })
    const gone = await refusal(attach('laguna.encoder', [file.id, 999_999], AGREEMENT))
    expect(gone.errors).toEqual({ agreement_id: [sentence] })
    // the rejected call attached nothing
    expect(await attach('laguna.encoder', [file.id], AGREEMENT)).toHaveLength(1)
  })

  test('people without an office attach what they uploaded themselves', async () => {
    const file = await upload('moa.pdf', PDF, 'pdf', 'fmb.super')
    expect((await refusal(attach('fmb.admin', [file.id], AGREEMENT))).status).toBe(422)
    expect(await attach('fmb.super', [file.id], AGREEMENT)).toHaveLength(1)
  })

  test('[S-98] the exact limit and kind are those of the place', async () => {
    const picture = await upload('photo.png', PNG, 'image')
    const wrong = await refusal(attach('laguna.encoder', [picture.id], AGREEMENT))
    expect(wrong.errors.agreement_id).toEqual([
      'Only pdf files are allowed. Please upload a valid .pdf file.',
    ])
    expect(await attach('laguna.encoder', [picture.id], EVIDENCE)).toHaveLength(1)

    const large = await upload('large.pdf', `${PDF}${' '.repeat(MOV_MAX_BYTES)}%%EOF`)
    const refused = await refusal(attach('laguna.encoder', [large.id], EVIDENCE))
    expect(refused.errors.upload_id).toEqual(['File large.pdf size exceeds the maximum limit of 40MB.'])
    expect(await attach('laguna.encoder', [large.id], AGREEMENT)).toHaveLength(1)
  })

  test('two records that want the same file at once: one gets it', async () => {
    const file = await upload('moa.pdf', PDF)
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => attach('laguna.encoder', [file.id], AGREEMENT)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  test('a quarantined file is neither attached nor handed out', async () => {
    const file = await upload('moa.pdf', PDF)
    await t.db.updateTable('files').set({ scan_status: 'quarantined' }).where('id', '=', file.id).execute()
    expect((await refusal(attach('laguna.encoder', [file.id], AGREEMENT))).status).toBe(422)
    expect((await (await t.as('laguna.encoder')).get(`/file/${file.id}`)).statusCode).toBe(409)
  })
})

describe('cleaning up', () => {
  const day = 24 * 3_600_000
  const encoderUpload = async (app: TestApp, name: string, kind: string, bytes: Uint8Array | string) =>
    (await (await app.as('laguna.encoder')).upload(kind, name, bytes)).json().data.id as number
  const ids = async (app: TestApp) =>
    (await app.db.selectFrom('files').select('id').orderBy('id').execute()).map((row) => row.id)

  test('[S-97] removes what no record has used for 24 hours, and nothing else', async () => {
    const app = await startAppForTest()
    const agreement = await encoderUpload(app, 'moa.pdf', 'pdf', PDF)
    const map = await encoderUpload(app, 'site.kml', 'kml', BOUNDARY)
    const unused = await encoderUpload(app, 'unused.pdf', 'pdf', PDF)
    const replaced = await encoderUpload(app, 'old.pdf', 'pdf', PDF)
    const rule = { kinds: ['pdf', 'kml'], max_bytes: 50 * MEGABYTE, field: 'x' } as const
    await attach('laguna.encoder', [agreement, map, replaced], rule, app)
    await aSite(agreement, map, app)
    await app.db
      .updateTable('site_profiles')
      .set({ status: 'Deactivated', deactivated_at: new Date().toISOString() })
      .execute()

    await cleanUpFiles(app.services)
    expect(await ids(app)).toEqual([agreement, map, unused, replaced])

    await app.db.transaction().execute((db) => detachFiles(db, [replaced]))
    const recent = await encoderUpload(app, 'recent.pdf', 'pdf', PDF)
    const later = new Date(Date.now() + 120_000).toISOString()
    await app.db.updateTable('files').set({ unused_since: later }).where('id', '=', recent).execute()
    app.setNow(new Date(Date.now() + day + 60_000))
    await cleanUpFiles(app.services)
    expect(await ids(app)).toEqual([agreement, map, recent])
    expect(onDisk(app)).toHaveLength(3)
    expect(await lastAudit(app)).toMatchObject({
      auditable_type: 'System',
      event: 'Files Cleaned',
      user_id: null,
      field_change: [{ field: 'files', old: '2', new: null }],
    })

    const line = (await lastAudit(app)).id
    await cleanUpFiles(app.services)
    expect((await lastAudit(app)).id).toBe(line)
  })

  test('[S-97] a file that is attached meanwhile stays', async () => {
    const app = await startAppForTest()
    const file = await encoderUpload(app, 'moa.pdf', 'pdf', PDF)
    app.setNow(new Date(Date.now() + 2 * day))
    await app.db.transaction().execute(async (db) => {
      await attachFiles(db, await actor('laguna.encoder', app), [file], AGREEMENT)
      await cleanUpFiles(app.services)
    })
    expect(await ids(app)).toEqual([file])
    expect(onDisk(app)).toHaveLength(1)
  })

  test('bytes whose row is gone are swept, unless the database knows none of the files', async () => {
    const app = await startAppForTest()
    await encoderUpload(app, 'kept.pdf', 'pdf', PDF)
    const lost = await encoderUpload(app, 'lost.pdf', 'pdf', PDF)
    await attach('laguna.encoder', await ids(app), AGREEMENT, app)
    await app.db.deleteFrom('files').where('id', '=', lost).execute()
    const folder = path.join(app.dataDir, 'files')
    expect(onDisk(app)).toHaveLength(2)

    await cleanUpFiles(app.services)
    expect(onDisk(app)).toHaveLength(2)

    const yesterday = new Date(Date.now() - 2 * day)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) utimesSync(path.join(entry.parentPath, entry.name), yesterday, yesterday)
    const kept = await app.db.selectFrom('files').selectAll().executeTakeFirstOrThrow()
    await app.db.deleteFrom('files').execute()
    await cleanUpFiles(app.services)
    expect(onDisk(app)).toHaveLength(2)

    const { id: _, ...values } = kept
    await app.db.insertInto('files').values(values).execute()
    await cleanUpFiles(app.services)
    expect(onDisk(app)).toEqual([kept.storage_key])
  })
})
