import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { scanForViruses } from '../../server/quarantine/virus-scan.ts'
import { startJobs } from '../../server/jobs.ts'
import { createLog } from '../../server/lib/log.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import {
  activityOf,
  anApprovedSite,
  batchOne,
  principleNumber,
  takeMails,
} from '../support/records/activity-factories.ts'
import { API_KEY, CONNECTIONS, startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { type Clamd, EICAR, MARKER, startClamd } from '../support/doubles/clamd.ts'
import { kmlText, pdfBytes, siteInput, upload } from '../support/records/factories.ts'
import { runJobs } from '../support/records/mails.ts'
import { FULL, full } from '../support/full.ts'

const CSV = 'name,hectares\r\nBiñan,12.5\r\n'
const MINUTE = 60_000
const CHECKING = 'This file is still being checked for viruses. Please try again in a moment.'
const QUARANTINED = 'This file did not pass the virus check and cannot be opened.'

let clamd: Clamd
let t: TestApp
let principles: SitePrinciple[]
beforeAll(async () => {
  clamd = await startClamd()
  t = await startApp({ connections: CONNECTIONS, settings: { CLAMAV_URL: clamd.url } })
  principles = await batchOne(t)
})
beforeEach(async () => {
  await clamd.comeBack()
  clamd.be('well')
  t.setNow(new Date())
  await takeMails(t)
})
afterAll(async () => {
  await t.close()
  await clamd.close()
})

const statusOf = async (id: number, app = t) =>
  (await app.db.selectFrom('files').select('scan_status').where('id', '=', id).executeTakeFirstOrThrow())
    .scan_status

type Job = { file_id: number; attempts: number; waits: boolean; last_error: string | null; locked: boolean }
async function scanJobs(app = t): Promise<Job[]> {
  const { rows } = await sql<Job>`select (jobs.payload ->> 'file_id')::integer as file_id, jobs.attempts,
    jobs.run_at > now() as waits, jobs.last_error, jobs.locked_at is not null as locked
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'scan_file' order by jobs.id`.execute(app.db)
  return rows
}
const jobsOf = async (id: number) => (await scanJobs()).filter((job) => job.file_id === id)

const SLOW = { timeout: 20_000 }
// some of them wait for the queue more than once
vi.setConfig({ testTimeout: 60_000 })

/**
 * The one job of a file after an attempt; the queue records a failure a moment after the jobs have run. It is due again
 * within seconds, which may pass on a busy machine before the test looks, so it is postponed.
 */
const attempted = async (id: number): Promise<Job | undefined> => {
  const job = await vi.waitFor(async () => {
    const jobs = await jobsOf(id)
    expect(jobs).toEqual([expect.objectContaining({ attempts: 1, locked: false })])
    expect(jobs[0]?.last_error).not.toBeNull()
    return jobs[0]
  }, SLOW)
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
    where key = ${`scan_file ${id}`}`.execute(t.db)
  return job
}

/** Waits until a file has no job left; the queue removes a job a moment after it has run. */
const isDone = (id: number) => vi.waitFor(async () => expect(await jobsOf(id)).toEqual([]), SLOW)

const anUpload = async (
  bytes: Buffer | string = CSV,
  kind: 'csv' | 'pdf' | 'kml' = 'csv',
  name = `a.${kind}`,
) => upload(await t.as('laguna.encoder'), kind, name, bytes)

const open = async (person: string, id: number) => {
  const reply = await (await t.as(person)).get(`/file/${id}`)
  return reply.statusCode === 200 ? reply.body : `${reply.statusCode} ${reply.json().message}`
}

/** Runs the regular search for late scans, ten minutes from now. */
async function tenMinutesLater() {
  t.setNow(new Date(Date.now() + 10 * MINUTE))
  await sql`select graphile_worker.add_job('queue_scans')`.execute(t.db)
  await runJobs(t)
}

const quarantineLine = (app = t) =>
  app.db
    .selectFrom('audit_logs')
    .select(['auditable_type', 'auditable_id', 'auditable_code', 'user_email', 'field_change'])
    .where('event', '=', 'File Quarantined')
    .orderBy('id', 'desc')
    .executeTakeFirst()

const first = () => principleNumber(principles, 1)

/** A draft whose first indicators have these files, one each. */
async function aDraft(...ids: number[]): Promise<SiteActivity> {
  const { id: sites_principle_id, indicators } = first()
  const criteria_means = ids.map((id, index) => ({
    sites_criteria_indicator_id: indicators[index] ?? 0,
    upload_id: [id],
  }))
  const body = { site_profile_id: await anApprovedSite(t), sites_principle_id, criteria_means }
  const reply = await (await t.as('laguna.encoder')).post('/sites/activities', body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().siteActivities
}

const act = async (person: string, action: string, { id }: SiteActivity, body?: object) =>
  (await t.as(person)).post(`/sites/activities/${action}/${id}`, body)

describe('without a scanner', () => {
  test('files are not scanned, nothing is queued, and everybody concerned can open them', async () => {
    const plain = await startAppForTest()
    const caller = await plain.as('laguna.encoder')
    const reply = await caller.upload('csv', 'trees.csv', CSV)
    expect(reply.json().data.scan_status).toBe('not scanned')
    expect(await scanJobs(plain)).toEqual([])
    await runJobs(plain)
    expect(await statusOf(reply.json().data.id, plain)).toBe('not scanned')
  })

  test('the setting must name a host', async () => {
    for (const address of ['tcp:clamav', 'tcp://', 'http://clamav:3310', 'clamav:3310'])
      await expect(startApp({ settings: { CLAMAV_URL: address } }), address).rejects.toThrow(
        'CLAMAV_URL must',
      )
  })
})

describe('a file without a virus', () => {
  test('is checked byte for byte, then clean', async () => {
    const bytes = Buffer.concat([pdfBytes(), Buffer.alloc(3_000_000, 'x'), Buffer.from('%%EOF')])
    const reply = await (await t.as('laguna.encoder')).upload('pdf', 'large.pdf', bytes)
    const { id, scan_status } = reply.json().data
    expect(scan_status).toBe('checking')
    expect(await jobsOf(id)).toEqual([expect.objectContaining({ attempts: 0, waits: false })])

    await runJobs(t)
    expect(clamd.files.at(-1)?.equals(bytes)).toBe(true)
    expect(await statusOf(id)).toBe('clean')
    await isDone(id)
  })

  test('an upload that is refused asks for no check', async () => {
    const before = (await scanJobs()).length
    const reply = await (await t.as('laguna.encoder')).upload('pdf', 'fake.pdf', CSV)
    expect(reply.statusCode).toBe(422)
    expect(await scanJobs()).toHaveLength(before)
  })

  test('a server at work checks by itself, and its end waits for no silent scanner', async () => {
    const jobs = await startJobs(t.services, t.database.pool, createLog('silent'))
    const file = await anUpload()
    await vi.waitFor(async () => expect(await statusOf(file)).toBe('clean'), SLOW)

    clamd.be('silent')
    const arrived = clamd.files.length
    const waiting = await anUpload()
    // compares the length only: with the files, each try would write their bytes into its message
    await vi.waitFor(() => expect(clamd.files.length).toBe(arrived + 1), SLOW)
    const began = Date.now()
    await jobs.stop()
    // the scanner alone could take 150 seconds
    expect(Date.now() - began).toBeLessThan(60_000)
    expect(await statusOf(waiting)).toBe('checking')

    clamd.be('well')
    await tenMinutesLater()
    expect(await statusOf(waiting)).toBe('clean')
  })
})

describe('while a file is being checked', () => {
  test('its record is saved, submitted and approved; only the uploader can open it', async () => {
    const file = await anUpload()
    const draft = await aDraft(file)
    expect(draft.verification[0]?.upload[0]).toMatchObject({ upload_id: file, scan_status: 'checking' })
    expect((await act('laguna.encoder', 'submitted', draft)).statusCode).toBe(200)
    expect(await open('laguna.encoder', file)).toBe(CSV)
    for (const person of ['laguna.approver', 'fmb.super'])
      expect(await open(person, file)).toBe(`409 ${CHECKING}`)
    expect(await open('quezon.encoder', file)).toMatch(/^404/)
    expect((await act('laguna.approver', 'approved', draft)).statusCode).toBe(200)

    await runJobs(t)
    expect(await open('r4a.approver', file)).toBe(CSV)
    expect((await activityOf(t, draft.id)).verification[0]?.upload[0]?.scan_status).toBe('clean')
  })

  test('a profile is added with both of its documents', async () => {
    const files = {
      agreement_id: await anUpload(pdfBytes(), 'pdf'),
      map_kml_id: await anUpload(kmlText(), 'kml'),
    }
    const encoder = await t.as('laguna.encoder')
    const reply = await encoder.post('/sites', await siteInput(t, files))
    expect(reply.statusCode, reply.body).toBe(200)
    for (const id of Object.values(files)) expect(await open('laguna.approver', id)).toBe(`409 ${CHECKING}`)
    await runJobs(t)
    for (const id of Object.values(files)) expect(await open('laguna.approver', id)).not.toMatch(/^\d{3} /)
  })

  test('neither a part of it nor a copy the browser kept is confirmed', async () => {
    const file = await anUpload()
    await aDraft(file)
    const { etag } = (await (await t.as('laguna.encoder')).get(`/file/${file}`)).headers
    const { token } = await t.as('laguna.approver')
    const signedIn = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
    for (const asked of [{ range: 'bytes=0-3' }, { 'if-none-match': String(etag) }]) {
      const reply = await t.app.inject({ url: `/api/file/${file}`, headers: { ...signedIn, ...asked } })
      expect(reply.statusCode).toBe(409)
    }
  })
})

describe('a file with a virus', () => {
  test('nobody opens or attaches it, the log names it and the uploader is told', async () => {
    const file = await anUpload(EICAR, 'csv', 'trees.csv')
    const mails = await takeMails(t)
    expect(await statusOf(file)).toBe('quarantined')
    expect(await open('laguna.encoder', file)).toBe(`409 ${QUARANTINED}`)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: 'laguna.encoder@bureau.example',
      subject: 'A file did not pass the virus check',
    })
    expect(mails[0]?.text).toContain(
      'The file trees.csv did not pass the virus check and cannot be opened. Please upload a clean copy.',
    )
    expect(await quarantineLine()).toEqual({
      auditable_type: 'System',
      auditable_id: file,
      auditable_code: null,
      user_email: null,
      field_change: [
        { field: 'name', old: 'trees.csv', new: 'trees.csv' },
        { field: 'scan_status', old: 'checking', new: 'quarantined' },
        { field: 'virus', old: null, new: 'Eicar-Test-Signature' },
      ],
    })
    await isDone(file)

    const { id: sites_principle_id, indicators } = first()
    const reply = await (await t.as('laguna.encoder')).post('/sites/activities', {
      site_profile_id: await anApprovedSite(t),
      sites_principle_id,
      criteria_means: [{ sites_criteria_indicator_id: indicators[0], upload_id: [file] }],
    })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors.upload_id).toEqual(['File trees.csv did not pass the virus check.'])
  })

  test('under review it counts as evidence no more, and its reviewers are told', async () => {
    const [bad, good] = [await anUpload(EICAR, 'csv', 'trees.csv'), await anUpload()]
    const draft = await aDraft(bad)
    const grades = draft.grades.principle_number_1
    await act('laguna.encoder', 'submitted', draft)
    const submitted = await activityOf(t, draft.id)
    const mails = (await takeMails(t)).filter(({ subject }) => subject.includes('virus'))

    const after = await activityOf(t, draft.id)
    expect(after.verification[0]?.upload[0]).toMatchObject({ upload_id: bad, scan_status: 'quarantined' })
    expect([grades, after.grades.principle_number_1]).toEqual(['Somewhat Compliant', 'Not Compliant'])
    expect(await open('laguna.approver', bad)).toBe(`409 ${QUARANTINED}`)
    expect(mails.map(({ to }) => to)).toEqual([
      'laguna.approver@bureau.example',
      'laguna.encoder@bureau.example',
    ])
    expect(mails[0]?.subject).toBe(`${draft.site_profile_code}: a file did not pass the virus check`)
    expect(mails[0]?.text).toContain('The file trees.csv did not pass the virus check and cannot be opened.')
    expect(mails[0]?.text).toContain(`/sites/activity/approval/view/${draft.id}`)
    expect(mails[0]?.text).not.toContain('clean copy')
    expect(await quarantineLine()).toMatchObject({ auditable_code: draft.site_profile_code })

    // the approver must reload the record first
    const stale = await act('laguna.approver', 'approved', draft, { revision: submitted.revision })
    expect(stale.statusCode).toBe(409)

    const returned = { returned_reason_1: 'Please replace the file.', revision: after.revision }
    expect((await act('laguna.approver', 'returned', draft, returned)).statusCode).toBe(200)
    const again = await act('laguna.encoder', 'submitted', draft)
    expect(again.statusCode).toBe(422)

    const encoder = await t.as('laguna.encoder')
    const { id: sites_principle_id, indicators } = first()
    const saved = await encoder.post(`/sites/activities/verification/${draft.id}`, {
      sites_principle_id,
      criteria_means: [{ sites_criteria_indicator_id: indicators[0], upload_id: [good] }],
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await activityOf(t, draft.id)).grades.principle_number_1).toBe('Somewhat Compliant')
    expect((await act('laguna.encoder', 'submitted', draft)).statusCode).toBe(200)
  })

  test('after the final approval the frozen grades stay, and FMB is told', async () => {
    await clamd.goDown()
    const bad = await anUpload(EICAR, 'csv', 'trees.csv')
    const draft = await aDraft(bad)
    await act('laguna.encoder', 'submitted', draft)
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
      expect((await act(person, 'approved', draft)).statusCode).toBe(200)
    await takeMails(t)
    const before = await activityOf(t, draft.id)

    await clamd.comeBack()
    await tenMinutesLater()
    expect(await statusOf(bad)).toBe('quarantined')
    const now = await activityOf(t, draft.id)
    expect([now.grades, now.revision]).toEqual([before.grades, before.revision])
    const told = (await takeMails(t)).map(({ to }) => to)
    expect(told).toContain('fmb.approver@bureau.example')
    expect(told).toContain('laguna.encoder@bureau.example')
    expect(told).not.toContain('laguna.approver@bureau.example')
  })

  test('the agreement of a profile is taken away from its reviewers', async () => {
    const agreement_id = await anUpload(pdfBytes(MARKER), 'pdf', 'moa.pdf')
    const reply = await (await t.as('laguna.encoder')).post('/sites', await siteInput(t, { agreement_id }))
    const { id, code } = reply.json().siteProfile
    const mails = (await takeMails(t)).filter(({ subject }) => subject.includes('virus'))
    expect(await open('laguna.approver', agreement_id)).toBe(`409 ${QUARANTINED}`)
    expect(mails.map(({ to }) => to)).toEqual([
      'laguna.approver@bureau.example',
      'laguna.encoder@bureau.example',
    ])
    expect(mails[0]?.text).toContain(`/sites/approval/view/${id}`)
    expect(await quarantineLine()).toMatchObject({ auditable_id: agreement_id, auditable_code: code })

    // the approver must reload the profile first; then it is returned for a clean copy
    const approver = await t.as('laguna.approver')
    const stale = { revision: reply.json().siteProfile.revision }
    expect((await approver.post(`/sites/approved/${id}`, stale)).statusCode).toBe(409)
    const shown = (await approver.get(`/sites/${id}`)).json().siteProfile
    expect(shown).toMatchObject({ agreement_scan_status: 'quarantined', map_kml_scan_status: 'clean' })
    const returned = { returned_reason: 'Please replace the agreement.', revision: shown.revision }
    expect((await approver.post(`/sites/returned/${id}`, returned)).statusCode).toBe(200)

    const encoder = await t.as('laguna.encoder')
    const refused = await encoder.post(`/sites/submitted/${id}`)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual({ agreement_id: ['File moa.pdf did not pass the virus check.'] })
    const clean = { agreement_id: await anUpload(pdfBytes(), 'pdf', 'moa.pdf') }
    expect((await encoder.patch(`/sites/${id}`, clean)).statusCode).toBe(200)
    expect((await encoder.post(`/sites/submitted/${id}`)).statusCode).toBe(200)
  })

  full.test(
    'a save of evidence and a quarantine at once never leave a grade that rests on the virus',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const bad = await anUpload(EICAR, 'csv', 'trees.csv')
        const [saved] = await Promise.all([
          aDraft(bad).then(
            (draft) => draft,
            () => null,
          ),
          after(round * 10).then(() => runJobs(t)),
        ])
        await tenMinutesLater()
        t.setNow(new Date())
        expect(await statusOf(bad)).toBe('quarantined')
        if (saved) expect((await activityOf(t, saved.id)).grades.principle_number_1).toBe('Not Compliant')
      }
    },
  )
})

describe('a scanner in trouble', () => {
  test('that is down loses nothing and passes nothing; when it is back the files are checked', async () => {
    await clamd.goDown()
    const [good, bad] = [await anUpload(), await anUpload(EICAR)]
    await aDraft(good)
    await runJobs(t)
    for (const id of [good, bad]) {
      expect(await statusOf(id)).toBe('checking')
      const job = await attempted(id)
      expect(job?.last_error).toContain(`No verdict on ${id === good ? 28 : 68} bytes from ${clamd.url}`)
    }
    expect(await open('laguna.approver', good)).toBe(`409 ${CHECKING}`)

    await clamd.comeBack()
    await runJobs(t)
    expect(await statusOf(good)).toBe('checking')
    await tenMinutesLater()
    expect([await statusOf(good), await statusOf(bad)]).toEqual(['clean', 'quarantined'])
    for (const id of [good, bad]) await isDone(id)
  })

  const MOODS = [
    ['hangs up', 'an answer without an end, ""'],
    [
      { answer: "stream: Can't allocate memory ERROR" },
      'the answer was "stream: Can\'t allocate memory ERROR"',
    ],
    [
      { answer: 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND' },
      'Limits.Exceeded.MaxFileSize FOUND"',
    ],
    [{ answer: 'OK' }, 'the answer was "OK"'],
    [{ answer: 'x'.repeat(100_000) }, 'an answer without an end, "xxx'],
  ] as const
  test.each(FULL ? MOODS : MOODS.slice(0, 2))(
    'whose answer is no verdict (%#) leaves the file waiting',
    async (mood, reason) => {
      clamd.be(mood)
      const file = await anUpload(`${pdfBytes().toString()}${'x'.repeat(1_000_000)}\n%%EOF`, 'pdf')
      await runJobs(t)
      expect(await statusOf(file)).toBe('checking')
      const job = await attempted(file)
      expect(job?.last_error).toMatch(mood === 'hangs up' ? /No verdict on/ : reason)
      clamd.be('well')
      await tenMinutesLater()
      expect(await statusOf(file)).toBe('clean')
    },
  )

  full.test('that takes no files of this size leaves the file waiting and says so', async () => {
    const small = await startClamd(1_048_576)
    onTestFinished(() => small.close())
    const scan = (size: number) =>
      scanForViruses({ clamav_url: small.url, stream: Readable.from([Buffer.alloc(size)]), size })
    expect(await scan(1_048_576)).toBeNull()
    await expect(scan(1_048_577)).rejects.toThrow('INSTREAM size limit exceeded. ERROR')

    const many = Array.from({ length: 400 }, () => Buffer.alloc(65_536))
    const large = scanForViruses({ clamav_url: small.url, stream: Readable.from(many), size: 400 * 65_536 })
    await expect(large).rejects.toThrow(`No verdict on 26214400 bytes from ${small.url}`)
  })

  test('a check that was lost, or died with its worker, is begun again', async () => {
    const [lost, died] = [await anUpload(), await anUpload()]
    await sql`delete from graphile_worker._private_jobs where key = ${`scan_file ${lost}`}`.execute(t.db)
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1
      where key = ${`scan_file ${died}`}`.execute(t.db)
    await runJobs(t)
    expect([await statusOf(lost), await statusOf(died)]).toEqual(['checking', 'checking'])
    await tenMinutesLater()
    expect([await statusOf(lost), await statusOf(died)]).toEqual(['clean', 'clean'])
  })

  test('a file that is gone when its turn comes is no trouble', async () => {
    const file = await anUpload()
    await t.db.deleteFrom('files').where('id', '=', file).execute()
    await runJobs(t)
    await isDone(file)
  })

  test('a server without the setting leaves waiting files to those that have it', async () => {
    const file = await anUpload()
    const { clamav_url } = t.services.config
    t.services.config.clamav_url = null
    await runJobs(t)
    t.services.config.clamav_url = clamav_url
    expect(await statusOf(file)).toBe('checking')
    expect(await jobsOf(file)).toEqual([expect.objectContaining({ attempts: 0 })])
    await runJobs(t)
    expect(await statusOf(file)).toBe('clean')
  })
})

describe('the line to the scanner', () => {
  const scan = (chunks: Buffer[], more: { size?: number; deadline_ms?: number; signal?: AbortSignal } = {}) =>
    scanForViruses({
      clamav_url: clamd.url,
      stream: Readable.from(chunks),
      size: Buffer.concat(chunks).length,
      ...more,
    })
  const parts = (...texts: string[]) => texts.map((text) => Buffer.from(text))

  test('chunks of any size arrive as one file; an empty one does not end it', async () => {
    expect(await scan(parts(EICAR.slice(0, 20), '', EICAR.slice(20)))).toBe('Eicar-Test-Signature')
    expect(await scan([])).toBeNull()
    expect(clamd.files.at(-1)).toHaveLength(0)
  })

  test('a store that gives too little or too much gets no verdict', async () => {
    await expect(scan(parts('abc'), { size: 4 })).rejects.toThrow('the store gave 3 bytes')
    await expect(scan(parts('abc'), { size: 2 })).rejects.toThrow('the store gave 3 bytes')
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('abc')
        throw new Error('the disk is gone')
      })(),
    )
    const reading = scanForViruses({ clamav_url: clamd.url, stream: broken, size: 10 })
    await expect(reading).rejects.toThrow('the disk is gone')
  })

  test('silence ends at the deadline, and when the server stops', async () => {
    clamd.be('silent')
    await expect(scan(parts('abc'), { deadline_ms: 200 })).rejects.toThrow('silent for 200 ms')
    const stop = new AbortController()
    const waiting = scan(parts('abc'), { signal: stop.signal })
    setTimeout(() => stop.abort(), 100)
    await expect(waiting).rejects.toThrow('the server stops')
    await expect(scan(parts('abc'), { signal: stop.signal })).rejects.toThrow('the server stops')
  })

  full.test('a slow scanner is not sent more than it reads', async () => {
    clamd.be('slow')
    const before = clamd.bytesRead()
    let made = 0
    let most = 0
    const size = 640 * 65_536
    const stream = Readable.from(
      (function* () {
        while (made < size) {
          made += 65_536
          most = Math.max(most, made - (clamd.bytesRead() - before))
          yield Buffer.alloc(65_536)
        }
      })(),
      { objectMode: false },
    )
    expect(await scanForViruses({ clamav_url: clamd.url, stream, size })).toBeNull()
    // the buffers of both ends of the connection; the file has 40 MB
    expect(most).toBeLessThan(16 * 1_048_576)
  })
})
