import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { taskList } from '../../server/jobs.ts'
import { sentence } from '../support/oracles/worded.ts'
import { anApprovedSite, batchOne, principleNumber } from '../support/records/activity-factories.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { aFile, upload } from '../support/records/factories.ts'
import { full } from '../support/full.ts'

const PHOTO_KEPT_BACK = sentence('photo_kept_back')

const PLACE = {
  IFD0: { Make: 'Narra Optics', Model: 'NX-7', Artist: 'Isabel Muñoz' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '14/1 12/1 30/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '121/1 30/1 0/1',
  },
}
/** A red left half and a blue right half, rotated as a phone stores it. */
const scene = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#0000c0' } }).composite([
    { input: { create: { width: 60, height: 20, channels: 3, background: '#c00000' } }, top: 20, left: 0 },
  ])
const photograph = () =>
  scene()
    .withExif(PLACE)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Isabel</a></x:xmpmeta>')
    .jpeg()
    .toBuffer()
/** The same with an orientation, as a rotated camera writes it. */
const turned = () => scene().withExif(PLACE).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()

const t = withServer()

/** Adds this picture as evidence of a submitted activity of PENRO Laguna; returns the id of its file. */
async function evidence(name: string, bytes: Buffer): Promise<number> {
  const encoder = await t.as('laguna.encoder')
  const id = await upload(encoder, 'image', name, bytes)
  await attach(id)
  return id
}

async function attach(id: number) {
  const encoder = await t.as('laguna.encoder')
  const first = principleNumber(await batchOne(t), 1)
  const created = await encoder.post('/sites/activities', {
    site_profile_id: await anApprovedSite(t),
    sites_principle_id: first.id,
    criteria_means: [{ sites_criteria_indicator_id: first.indicators[0], upload_id: [id] }],
  })
  expect(created.statusCode, created.body).toBe(200)
  const activity = created.json().siteActivities.id as number
  expect((await encoder.post(`/sites/activities/submitted/${activity}`)).statusCode).toBe(200)
  // so that FMB may read it too
  for (const person of ['laguna.approver', 'r4a.approver'])
    expect((await (await t.as(person)).post(`/sites/activities/approved/${activity}`)).statusCode).toBe(200)
}

async function got(person: string, id: number, headers: Record<string, string> = {}, part = '') {
  const { token } = await t.as(person)
  const authorization = `Bearer ${token}`
  return t.app.inject({
    method: 'GET',
    url: `/api/file/${id}${part}`,
    headers: { 'x-api-key': API_KEY, authorization, ...headers },
  })
}

const OWN = ['laguna.encoder', 'laguna.approver', 'laguna.admin']
const OTHERS = ['r4a.approver', 'r4a.admin', 'fmb.approver', 'fmb.super']

const tells = async (bytes: Buffer) => {
  const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
  return { exif: exif !== undefined, xmp: xmp !== undefined, iptc: iptc !== undefined, orientation }
}

describe('a photograph', () => {
  test('keeps its place and camera for its own office and loses them for everybody else', async () => {
    const original = await photograph()
    expect(await tells(original)).toMatchObject({ exif: true, xmp: true })
    const id = await evidence('forest.jpg', original)
    for (const person of OWN) {
      const reply = await got(person, id)
      expect(reply.rawPayload.equals(original), person).toBe(true)
    }
    for (const person of OTHERS) {
      const reply = await got(person, id)
      expect(reply.statusCode, person).toBe(200)
      expect(await tells(reply.rawPayload), person).toMatchObject({ exif: false, xmp: false, iptc: false })
      expect(reply.rawPayload.includes('Narra Optics'), person).toBe(false)
      expect(reply.rawPayload.includes('GPS'), person).toBe(false)
      expect(reply.rawPayload.includes('Isabel'), person).toBe(false)
    }
  })

  test('stands upright and keeps its colours and its colour profile', async () => {
    const original = await turned()
    expect((await sharp(original).metadata()).orientation).toBe(6)
    const id = await evidence('turned.jpg', original)
    const shown = (await got('r4a.approver', id)).rawPayload
    const { width, height, orientation } = await sharp(shown).metadata()
    expect([width, height, orientation]).toEqual([40, 60, undefined])
    // rotated a quarter to the right, so the bottom is on the left
    const { data, info } = await sharp(shown).raw().toBuffer({ resolveWithObject: true })
    const colour = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    const [left, right] = [colour(5, 30), colour(35, 30)] as [number[], number[]]
    expect(left[0]).toBeGreaterThan(150)
    expect(right[2]).toBeGreaterThan(150)

    const wide = await scene().withIccProfile('p3').withExif(PLACE).jpeg().toBuffer()
    const clean = (await got('r4a.approver', await evidence('wide.jpg', wide))).rawPayload
    const profile = async (bytes: Buffer) => (await sharp(bytes).metadata()).icc
    expect((await profile(clean))?.equals((await profile(wide)) as Buffer)).toBe(true)
  })

  full.test('of the kind PNG is cleaned too, comments and all', async () => {
    const original = await scene().withExif(PLACE).png().toBuffer()
    const id = await evidence('plan.png', original)
    const reply = await got('fmb.approver', id)
    expect(reply.headers['content-type']).toBe('image/png')
    expect(await tells(reply.rawPayload)).toMatchObject({ exif: false, xmp: false })
    expect((await got('laguna.encoder', id)).rawPayload.equals(original)).toBe(true)
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
    expect((await pixels(reply.rawPayload)).equals(await pixels(original))).toBe(true)
  })

  test('of the uploader is the original as long as no record has it', async () => {
    const original = await photograph()
    const id = await upload(await t.as('laguna.encoder'), 'image', 'loose.jpg', original)
    expect((await got('laguna.encoder', id)).rawPayload.equals(original)).toBe(true)
    expect((await got('fmb.super', id)).statusCode).toBe(404)
  })

  test('brings nothing along behind its end', async () => {
    const original = Buffer.concat([await photograph(), Buffer.from('motion picture: 14.2083 N, 121.5 E')])
    const reply = await got('r4a.approver', await evidence('motion.jpg', original))
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.includes('14.2083')).toBe(false)
  })

  test('that cannot be read is kept back from everybody outside its office', async () => {
    // begins and ends as a JPEG, with the place and without a picture
    const broken = Buffer.from('ffd8ffe1001045786966000047505320313432ffd9', 'hex')
    const id = await aFile(t, { kind: 'image', name: 'broken.jpg', bytes: broken })
    await attach(id)
    for (const person of OTHERS) {
      const reply = await got(person, id)
      expect(reply.statusCode, person).toBe(409)
      expect(reply.json().message).toBe(PHOTO_KEPT_BACK)
    }
    expect((await got('laguna.approver', id)).rawPayload.equals(broken)).toBe(true)
  })
})

describe('the thumbnail of a photograph', () => {
  const thumbnail = (person: string, id: number) => got(person, id, {}, '/thumbnail')

  test('is small, upright, the same for everybody who may open the file, and of its pixels alone', async () => {
    const id = await evidence(
      'small.jpg',
      await sharp(await turned())
        .resize(900)
        .withExif(PLACE)
        .jpeg()
        .toBuffer(),
    )
    const [own] = OWN
    const first = (await thumbnail(own ?? '', id)).rawPayload
    for (const person of [...OWN, ...OTHERS]) {
      const reply = await thumbnail(person, id)
      expect(reply.statusCode, person).toBe(200)
      expect(reply.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
      expect(reply.rawPayload.equals(first), person).toBe(true)
    }
    expect(first.length).toBeLessThan(8_000)
    const { width, height } = await sharp(first).metadata()
    expect(Math.max(width, height)).toBe(112)
    expect(await tells(first)).toMatchObject({ exif: false, xmp: false, iptc: false })
    expect(first.includes('Narra Optics')).toBe(false)
  })

  full.test(
    'many of them delay neither a colleague’s photograph nor a thumbnail of another office',
    async () => {
      const encoder = await t.as('laguna.encoder')
      const picture = (blue: number) =>
        sharp({ create: { width: 2400, height: 1800, channels: 3, background: { r: 20, g: 90, b: blue } } })
          .jpeg()
          .toBuffer()
      const many: number[] = []
      for (let blue = 0; blue < 7; blue += 1)
        many.push(await upload(encoder, 'image', `${blue}.jpg`, await picture(blue)))
      const colleagues = await evidence('colleague.jpg', await picture(200))
      const elsewhere = await upload(
        await t.as('quezon.encoder'),
        'image',
        'elsewhere.jpg',
        await picture(201),
      )

      const ended: string[] = []
      const noted = async (name: string, reply: Promise<{ statusCode: number }>) => {
        expect((await reply).statusCode, name).toBe(200)
        ended.push(name)
      }
      await Promise.all([
        ...many.map((id) => noted('many', thumbnail('laguna.encoder', id))),
        noted('photograph', got('fmb.approver', colleagues)),
        noted('elsewhere', thumbnail('quezon.encoder', elsewhere)),
      ])
      const last = ended.lastIndexOf('many')
      expect(ended.slice(last - 2, last + 1), ended.join(', ')).toEqual(['many', 'many', 'many'])
    },
  )

  test('is for nobody who may not open the file, and there is none of what is no picture', async () => {
    const id = await upload(await t.as('laguna.encoder'), 'image', 'alone.jpg', await photograph())
    expect((await thumbnail('laguna.encoder', id)).statusCode).toBe(200)
    expect((await thumbnail('fmb.super', id)).statusCode).toBe(404)
    expect((await thumbnail('quezon.encoder', id)).statusCode).toBe(404)
    await t.db.updateTable('files').set({ scan_status: 'quarantined' }).where('id', '=', id).execute()
    expect((await thumbnail('laguna.encoder', id)).statusCode).toBe(409)
    const csv = await upload(await t.as('laguna.encoder'), 'csv', 'list.csv', Buffer.from('a,b\n1,2\n'))
    expect((await thumbnail('laguna.encoder', csv)).statusCode).toBe(409)
    expect((await thumbnail('fmb.super', csv)).statusCode).toBe(404)
    const broken = Buffer.from('ffd8ffe1001045786966000047505320313432ffd9', 'hex')
    const unread = await aFile(t, { kind: 'image', name: 'unread.jpg', bytes: broken })
    expect((await thumbnail('laguna.encoder', unread)).statusCode).toBe(409)
  })
})

describe('[S-136] a photograph above 100 megapixels', () => {
  /** 101 megapixels of forest green, red in one corner, rotated. */
  const large = () =>
    sharp({ create: { width: 12_000, height: 8_420, channels: 3, background: '#2f8340' } })
      .composite([
        {
          input: { create: { width: 3_000, height: 2_000, channels: 3, background: '#c00000' } },
          top: 0,
          left: 0,
        },
      ])
      .withExif(PLACE)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

  full.test(
    'is shown to everybody outside its office from a smaller copy that was made at its upload',
    async () => {
      const original = await large()
      const id = await upload(await t.as('laguna.encoder'), 'image', 'large.jpg', original)
      const copies = () => t.db.selectFrom('file_renditions').selectAll().where('file_id', '=', id).execute()
      const [copy] = await copies()
      expect(copy?.storage_key).toBeTruthy()
      await attach(id)
      for (const person of OTHERS) {
        const reply = await got(person, id)
        expect(reply.statusCode, person).toBe(200)
        expect(Number(reply.headers['content-length']), person).toBe(copy?.size)
        const { width, height } = await sharp(reply.rawPayload).metadata()
        expect([width, height], person).toEqual([5_748, 8_192])
        expect(await tells(reply.rawPayload), person).toMatchObject({ exif: false, xmp: false, iptc: false })
        expect(reply.rawPayload.includes('Narra Optics'), person).toBe(false)
      }
      expect(await copies()).toEqual([copy])
      for (const person of OWN) expect((await got(person, id)).rawPayload.equals(original), person).toBe(true)
    },
    60_000,
  )

  full.test(
    'that is not whole is refused and leaves nothing',
    async () => {
      const files = () =>
        readdirSync(`${t.dataDir}/files`, { recursive: true, withFileTypes: true }).filter((entry) =>
          entry.isFile(),
        ).length
      const before = files()
      const bytes = await photograph()
      const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
      bytes.writeUInt16BE(30_000, frame + 5)
      bytes.writeUInt16BE(30_000, frame + 7)
      const reply = await (await t.as('laguna.encoder')).upload('image', 'large.jpg', bytes)
      expect([reply.statusCode, reply.json().errors?.file]).toEqual([
        422,
        ['large.jpg is damaged or is not a JPEG file. Please open it, save it again and upload it.'],
      ])
      expect(files()).toBe(before)
    },
    60_000,
  )
})

describe('the cleaned copy', () => {
  const stored = () =>
    readdirSync(`${t.dataDir}/files`, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f-]{36}$/.test(name),
    )

  test('is made once, whoever asks, and has an ETag, a length and parts of its own', async () => {
    const id = await evidence('parts.jpg', await photograph())
    const before = stored().length
    const replies = await Promise.all([...OTHERS, ...OTHERS].map((person) => got(person, id)))
    expect(stored()).toHaveLength(before + 1)
    const [first] = replies
    const whole = first?.rawPayload as Buffer
    for (const reply of replies) expect(reply.rawPayload.equals(whole)).toBe(true)
    const etag = `"${createHash('sha256').update(whole).digest('hex')}"`
    expect(first?.headers).toMatchObject({ etag, 'content-length': String(whole.length) })

    expect((await got('fmb.super', id, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await got('laguna.encoder', id, { 'if-none-match': etag })).statusCode).toBe(200)
    const part = await got('fmb.super', id, { range: 'bytes=10-29', 'if-range': etag })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 10-29/${whole.length}`)
    expect(part.rawPayload.equals(whole.subarray(10, 30))).toBe(true)
    expect((await got('fmb.super', id, { range: `bytes=${whole.length}-` })).statusCode).toBe(416)
  })

  full.test(
    'goes with its original in the daily clean-up, and stays as long as the original does',
    async () => {
      const [kept, gone] = [
        await evidence('kept.jpg', await photograph()),
        await evidence('gone.jpg', await photograph()),
      ]
      for (const id of [kept, gone]) expect((await got('fmb.super', id)).statusCode).toBe(200)
      const keysOf = async (id: number) => {
        const rows = await t.db
          .selectFrom('files')
          .leftJoin('file_renditions', 'file_id', 'files.id')
          .select(['files.storage_key as original', 'file_renditions.storage_key as copy'])
          .where('files.id', '=', id)
          .execute()
        return rows.flatMap(({ original, copy }) => [original, copy])
      }
      const names = () => stored().map((name) => path.basename(name))
      const [keptKeys, goneKeys] = [await keysOf(kept), await keysOf(gone)]
      expect(names()).toEqual(expect.arrayContaining([...keptKeys, ...goneKeys]))
      await t.db.deleteFrom('site_activity_means').where('file_id', '=', gone).execute()
      await t.db
        .updateTable('files')
        .set({ unused_since: '2020-01-01T00:00:00Z' })
        .where('id', '=', gone)
        .execute()
      // two days later, so that bytes without a row count as strays
      t.setNow(new Date(Date.now() + 2 * 86_400_000))
      await taskList(t.services).tasks.clean_up_files()
      t.setNow(new Date())
      expect(names()).toEqual(expect.arrayContaining(keptKeys))
      for (const key of goneKeys) expect(names()).not.toContain(key)
      expect((await got('fmb.super', kept)).statusCode).toBe(200)
    },
  )
})
