import { hash } from 'node:crypto'
import regions from '../../db/seed/regions.json'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import type { Services } from '../../server/context/context.ts'
import type { LogMemory } from '../../server/public-log/agree.actions.ts'
import { advanceLog } from '../../server/public-log/publish-checkpoint.actions.ts'
import { logKey } from '../../server/public-log/log-key.ts'
import { saveDayHead, stampDay } from '../../server/public-log/days.actions.ts'
import { cosignedAt, type NoteKey, parseNote, signerKey } from '../../server/public-log/note.ts'
import { findExternalStatus } from '../../server/public-log/external-status.actions.ts'
import { readStamp } from '../../server/public-log/stamp.ts'
import { askWitnesses } from '../../server/public-log/witnesses.actions.ts'
import { parseSavedCheckpoints } from '../../server/public-log/saved-checkpoints.ts'

import { manilaDay } from '../../shared/lib/dates.ts'
import { invalidateCaches } from '../../server/recount/stored-counts.queries.ts'
import { full } from '../support/full.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { addLine, aSealedLog, publishNow, tamper } from '../support/records/audit-log.ts'
import { questionIn, stampAnswer, startStampAuthority } from '../support/doubles/stamper.ts'
import { startWitness } from '../support/doubles/witness.ts'

const DAYS = ['2025-06-01', '2025-06-02', '2025-06-03']

/** An attacker with the whole database, who knows the product and leaves no trace in any table. */
const resealFrom = (position: number): string[] => [
  `insert into audit_unsealed select audit_log_id from log_entries
   join audit_logs on audit_logs.id = audit_log_id where log_index >= ${position - 1} on conflict do nothing`,
  `delete from log_entries where log_index >= ${position - 1}`,
  'delete from log_published',
  'delete from log_witnesses',
  'delete from log_days',
]
const rowAt = (position: number) => `(select audit_log_id from log_entries where log_index = ${position - 1})`
const removeRows = (first: number, last: number) =>
  `delete from audit_logs where id in (
     select audit_log_id from log_entries where log_index between ${first - 1} and ${last - 1}
   )`
const numbersBack = `select setval('audit_logs_id_seq', (select max(id) from audit_logs))`

/** Each attack as statements; with `newKey`, the attacker has also placed another key on the server. */
const ATTACKS: { name: string; statements: string[]; newKey?: boolean }[] = [
  {
    name: 'a change in a signed day, its head deleted and the day sealed anew',
    statements: [
      `update audit_logs set user_name = 'Somebody else' where id = ${rowAt(6)}`,
      ...resealFrom(5),
    ],
  },
  { name: 'the last days deleted', statements: [removeRows(5, 12), ...resealFrom(5), numbersBack] },
  {
    name: 'everything sealed anew without one row',
    statements: [removeRows(7, 7), ...resealFrom(1)],
  },
  {
    name: 'a row inserted ten days back',
    statements: [
      `insert into audit_logs (id, created_at, auditable_type, event)
       overriding system value values (-1, '2025-05-24 09:00+08', 'Reports', 'Exported')`,
      'insert into audit_unsealed values (-1)',
      ...resealFrom(1),
    ],
  },
  { name: 'the tail cut', statements: [removeRows(11, 12), ...resealFrom(11), numbersBack] },
  { name: 'the key replaced and everything signed anew', statements: resealFrom(1), newKey: true },
  { name: 'a day deleted', statements: [removeRows(5, 8), ...resealFrom(5)] },
]

describe('whoever has the whole database, with triggers off, and lets the server seal it all anew', () => {
  const silent = { log: { warn: () => undefined, info: () => undefined } }
  const readText = async (t: TestApp, url: string) => (await t.app.inject({ method: 'GET', url })).body

  /** Sets up four days of the log, with the checkpoint as it was mailed, co-signed and time stamped outside. */
  const prepare = async (t: TestApp) => {
    await aSealedLog(t, DAYS)
    t.setNow(new Date('2025-06-04T00:05:00+08:00'))
    const running: LogMemory = { edge: null }
    await publishNow(t, running)
    const [origin = ''] = (await readText(t, '/log/checkpoint')).split('\n')
    const key: NoteKey = signerKey(origin, logKey(t.services.config))
    const witness = await startWitness('witness.example', () => key, t.services.now)
    const stamper = await startStampAuthority((question) => stampAnswer(questionIn(question)))
    const settings = {
      witnesses: [witness.setting],
      tsa_url: stamper.url,
      checkpoint_mail: ['auditor@coa.example'],
    }
    Object.assign(t.services.config, settings)
    await saveDayHead(t.services)
    await stampDay(t.services, silent)
    await askWitnesses(t.services, silent)
    const { rows } = await sql<{ text: string }>`
      select payload ->> 'text' as text from graphile_worker._private_jobs`.execute(t.db)
    const stamp = await t.app.inject({ method: 'GET', url: '/log/day/2025-06-03/stamp.tsr' })
    return {
      key,
      running,
      witness,
      mailed: parseSavedCheckpoints(rows[0]?.text ?? ''),
      cosigned: await readText(t, '/log/checkpoint'),
      stamped: {
        text: await readText(t, '/log/day/2025-06-03/checkpoint'),
        answer: stamp.rawPayload,
        nonce: questionIn(stamper.asked[0] ?? Buffer.alloc(0)).nonce,
      },
    }
  }

  test.each(ATTACKS)(
    '$name: found by the file store, a witness, and one mailed, co-signed or stamped checkpoint, of a product that runs and of one that stands still; by nothing else',
    async ({ statements, newKey }) => {
      const t = await startAppForTest()
      const kept = await prepare(t)
      const { key, running, witness, mailed, cosigned, stamped } = kept
      const everything = { texts: [...mailed, cosigned, stamped.text], key }
      expect(everything.texts).toHaveLength(3)
      expect(await verifyLog(t.services, { outside: everything })).toMatchObject({ findings: [] })
      const other = await startAppForTest()
      await tamper(t, ...statements)
      const config = newKey ? { ...t.services.config, data_dir: other.dataDir } : t.services.config
      const server: Services = { ...t.services, config }
      // a file store that the attacker controls
      const blind: Services = { ...server, files: other.services.files }

      /**
       * Expects no finding without evidence from outside, and one from the original file store and from any one
       * checkpoint with its key.
       */
      const foundByWhatWasKept = async (more: unknown[] = []) => {
        const found = async (of: Services, options: Parameters<typeof verifyLog>[1] = {}) =>
          (await verifyLog(of, options)).findings
            .filter(({ kind }) => !more.includes(kind))
            .map(({ kind, from }) => [from, kind])
        expect(await found(blind)).toEqual([])
        expect(await found(server)).toEqual([['the file store', expect.stringMatching(/^checkpoint_/)]])
        for (const text of everything.texts) {
          expect(await found(blind, { outside: { texts: [text], key } })).toEqual([
            ['outside', expect.stringMatching(/^checkpoint_(differs|newer)$/)],
          ])
        }
      }
      // the product is stopped: nothing has been sealed again yet, and rows this old have no checkpoint
      await foundByWhatWasKept(['nothing_published'])

      // started again, or running all the time, it seals everything again and stops because of the file store
      await addLine(t.db, 99)
      expect((await advanceLog(server, { edge: null }))?.stopped).toMatchObject({ isNew: true })
      await tamper(t, 'delete from log_disagreements')
      expect((await advanceLog(server, running))?.stopped).toMatchObject({ isNew: true })
      await tamper(t, 'delete from log_disagreements')

      // with the attacker's file store it continues, and a checkpoint from outside still finds it
      expect((await advanceLog(blind, { edge: null }))?.stopped).toBeNull()
      await foundByWhatWasKept()
      // the witness and the time stamp authority confirm when the checkpoint existed
      const note = parseNote(cosigned)
      expect(note && cosignedAt(note, witness.key)).toBe(BigInt(Date.parse('2025-06-03T16:05:00Z') / 1000))
      const digest = hash('sha256', stamped.text, 'buffer')
      expect(readStamp(stamped.answer, { digest, nonce: stamped.nonce })).toHaveProperty('at')

      // no checkpoint was kept outside, and the product asks the witness as usual
      const before = witness.knows()
      await askWitnesses(blind, silent)
      const [said] = (await findExternalStatus(config, blind.db)).witnesses
      expect([said?.fault, said?.cosigned]).toEqual([
        expect.stringMatching(
          newKey
            ? /^It does not know the key of this log/
            : /^(It has seen 12 entries of this log, and there are \d+:|It says that this log does not extend)/,
        ),
        null,
      ])
      expect(witness.knows()).toEqual(before)
    },
  )
})

/** Statements that change a public word in its table alone, how they are undone, and what a verification says. */
const FORGED_WORDS = [
  {
    name: 'the wording of an indicator',
    forge: 'update site_criteria_indicators set title = title || $$, or will be$$',
    repair: 'update site_criteria_indicators set title = replace(title, $$, or will be$$, $$$$)',
    says: /^The tables have a wording of criteria set 1, used by .*\. The log states another text\.$/,
    // until then the page shows the wording that was compared
    hidden: 'in the next minute',
    hides: ['page', 'call'],
    marks: false,
  },
  {
    name: 'the name of a province',
    forge: 'update provinces set name = $$Laguna de Oro$$ where name = $$Laguna$$',
    repair: 'update provinces set name = $$Laguna$$ where name = $$Laguna de Oro$$',
    says: /^The product names the province of .* Laguna; the table provinces says Laguna de Oro\.$/,
    hidden: 'at once',
    hides: ['page', 'call', 'certificate', 'code', 'proof'],
    marks: true,
  },
  {
    name: 'the name of a region',
    forge: 'update regions set name = $$Gold Coast$$ where id = 6',
    repair: 'update regions set name = $$Region IV-A (CALABARZON)$$ where id = 6',
    says: /^The product names the region of .* Region IV-A \(CALABARZON\); the table regions says Gold Coast\.$/,
    hidden: 'at once',
    hides: ['page', 'call', 'certificate', 'code', 'proof'],
    marks: true,
  },
  {
    name: 'the name of a PENRO',
    forge: 'update offices set name = $$PENRO Lagoon$$ where name = $$PENRO Laguna$$',
    repair: 'update offices set name = $$PENRO Laguna$$ where name = $$PENRO Lagoon$$',
    says: /^The table offices says that the office of .* is PENRO Lagoon, address 1 Mabini St\..* The log states another/,
    hidden: 'at once',
    hides: ['page', 'call', 'certificate', 'code', 'proof'],
    marks: false,
  },
  {
    name: 'the address of an office',
    forge: 'update offices set address = $$Elsewhere$$ where name = $$PENRO Laguna$$',
    repair: 'update offices set address = $$1 Mabini St.$$ where name = $$PENRO Laguna$$',
    says: /is PENRO Laguna, address Elsewhere\. The log states another text\.$/,
    hidden: 'at once',
    hides: ['page', 'call', 'certificate', 'code', 'proof'],
    marks: false,
  },
]

describe('[S-168] whoever changes a public word in the database, with nothing kept elsewhere', () => {
  let t: TestApp
  let urls: Record<string, string>
  beforeAll(async () => {
    t = await startApp({ webDir: path.resolve('dist/web'), settings: { PUBLIC_URL: 'https://sis.example' } })
    await t.logLogin('fmb.admin')
    const { id: office } = await t.db
      .selectFrom('offices')
      .select('id')
      .where('name', '=', 'PENRO Laguna')
      .executeTakeFirstOrThrow()
    const address = { name: 'PENRO Laguna', address: '1 Mabini St.' }
    expect((await (await t.as('fmb.admin')).patch(`/offices/${office}`, address)).statusCode).toBe(200)
    const { id } = await anActivity(t, 'DONE', { site_profile_id: await anApprovedSite(t) })
    await publishNow(t)
    const certificate = `/site/approved/${id}/certificate`
    const opened = await t.app.inject({ url: certificate })
    const [, code = opened.body] = /Code: <\/span>([0-9A-Z-]{19})</.exec(opened.body) ?? []
    expect(code).toHaveLength(19)
    urls = {
      page: `/site/approved/${id}`,
      call: `/api/sites/activities/dashboard/${id}`,
      certificate,
      code: `/c/${code}`,
      proof: `/api/sites/activities/dashboard/${id}/proof`,
    }
  })
  afterAll(() => t.close())

  const get = (url: string) => t.app.inject({ url, headers: { 'x-api-key': 'test-key' } })
  const refused = async () => {
    const replies = await Promise.all(
      Object.entries(urls).map(async ([name, url]) => ({ name, status: (await get(url)).statusCode })),
    )
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    return replies.filter(({ status }) => status === 409).map(({ name }) => name)
  }
  const sentences = async () =>
    (await verifyLog(t.services)).findings.flatMap(({ kind, ...more }) =>
      kind === 'record_altered' ? [JSON.parse(JSON.stringify(more)).sentence as string] : [kind],
    )
  const isMarked = async () => (await get('/site/approved.csv')).body.includes('Does not match the log')

  test.each(FORGED_WORDS)(
    '$name: hidden $hidden, and named',
    async ({ forge, repair, says, hidden, hides, marks }) => {
      expect([await refused(), await sentences()]).toEqual([[], []])
      await tamper(t, forge)
      const refusedThen = () => (hidden === 'at once' ? refused() : t.inNextMinute(refused))
      expect(await refusedThen()).toEqual(hides)
      expect(await sentences()).toEqual([expect.stringMatching(says)])
      // also where the list of altered records is emptied
      await tamper(t, 'delete from altered_records')
      await invalidateCaches(t.db)
      expect(await isMarked()).toBe(marks)
      // a row of the log that nobody wrote
      await tamper(
        t,
        `insert into audit_logs (auditable_type, auditable_id, event, field_change)
      select 'System', id, 'Location Data Changed', jsonb_build_array(jsonb_build_object('field', 'sha256', 'new',
        encode(sha256(convert_to(replace(jsonb_build_array(name, address)::text, ', ', ','), 'UTF8')), 'hex')))
      from offices where name like 'PENRO Lag%' and ${JSON.stringify(forge.includes('offices'))}`,
      )
      expect(await refusedThen()).toEqual(hides)
      await tamper(
        t,
        repair,
        `delete from audit_logs where event = 'Location Data Changed' and user_id is null`,
      )
      await tamper(t, 'delete from altered_records')
      await invalidateCaches(t.db)
    },
  )

  full.test(
    'a region is called what the product calls it, in counts, filter, "How records went" and "Something wrong?"',
    async () => {
      const name = regions.find(({ id }) => id === 12)?.name ?? ''
      const read = async () => {
        await invalidateCaches(t.db)
        const replies = await Promise.all(
          ['/api/sites/dashboard/count', '/site/approved', '/how-records-went', urls['page'] ?? ''].map(get),
        )
        return replies.map(({ statusCode, body }) => [
          statusCode,
          body.includes(name),
          body.includes('Gold Coast'),
          /PENRO Laguna, [^<]*/.exec(body)?.[0] ?? null,
        ])
      }
      const before = await read()
      expect(before).toEqual([
        [200, true, false, null],
        [200, true, false, null],
        [200, true, false, null],
        [200, false, false, expect.stringMatching(/^PENRO Laguna, Region IV-A/)],
      ])
      // a region of no site, to which an office is moved as well
      await tamper(
        t,
        'update regions set name = $$Gold Coast$$ where id = 12',
        'alter table users drop constraint users_office_region_fkey',
        'alter table offices disable trigger user',
        'update offices set region_id = 12 where name = $$PENRO Laguna$$',
      )
      expect(await read()).toEqual(before)
      await tamper(
        t,
        'update offices set region_id = 6 where name = $$PENRO Laguna$$',
        'alter table offices enable trigger user',
        `update regions set name = $$${name}$$ where id = 12`,
      )
    },
  )

  full.test(
    'the map of the site for robots leaves out a record that is listed with another day',
    async () => {
      const page = urls['page'] ?? ''
      const month = (at: Date) => manilaDay(at).slice(0, 7)
      const listed = async () => {
        const bodies = await Promise.all(
          [new Date(), new Date(Date.now() - 40 * 86_400_000)].map((at) =>
            get(`/sitemap-${month(at)}-0.xml`),
          ),
        )
        return bodies.map(({ body }) => body.includes(`<loc>https://sis.example${page}</loc>`))
      }
      expect(await listed()).toEqual([true, false])
      await tamper(t, `update approved_sites set approved_at = approved_at - interval '40 days'`)
      expect(await listed()).toEqual([false, false])
      await tamper(t, `update approved_sites set approved_at = approved_at + interval '40 days'`)
      expect(await listed()).toEqual([true, false])
    },
  )
})
