import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import type { Config } from '../../server/lib/config.ts'
import type { Services } from '../../server/context/context.ts'
import { compareLog } from '../../server/public-log/accept.actions.ts'
import { parseCheckpoint } from '../../server/public-log/checkpoint.ts'
import { saveDayHead, stampDay } from '../../server/public-log/days.actions.ts'
import { EMPTY_ROOT } from '../../server/public-log/merkle.ts'
import { cosignedAt, keyText, type NoteKey, parseKey, parseNote } from '../../server/public-log/note.ts'
import { witnessesOf } from '../../server/public-log/witness.ts'
import { askWitnesses } from '../../server/public-log/witnesses.actions.ts'
import { taskList } from '../../server/jobs.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { addLine, publishNow } from '../support/records/audit-log.ts'
import { mailServer } from '../support/doubles/mail-server.ts'
import {
  questionIn,
  stampAnswer,
  type StampContent,
  startStampAuthority,
} from '../support/doubles/stamper.ts'
import { startWitness } from '../support/doubles/witness.ts'
import { FULL, full } from '../support/full.ts'

let t: TestApp
let logKey: NoteKey
/** what the product has logged */
let lines: string[]
const log = { warn: (text: string) => lines.push(text), info: (text: string) => lines.push(text) }

beforeEach(async () => {
  t = await startAppForTest()
  t.setNow(new Date('2025-12-01T09:00:00+08:00'))
  lines = []
  await addLine(t.db, 1)
  await publishNow(t)
  const key = parseKey((await read('/log/key')).body)
  if (!key) throw new Error('no key')
  logKey = key
})

const read = (url: string) => t.app.inject({ method: 'GET', url })
const checkpoint = async () => (await read('/log/checkpoint')).body
const sizeNow = async () => parseCheckpoint(await checkpoint())?.size
/** changes settings of the product, which its pages read too */
const set = (settings: Partial<Config>): Services => {
  Object.assign(t.services.config, settings)
  return t.services
}
const outside = async () => {
  const reply = await (await t.as('fmb.super')).get('/reports/audit-logs/integrity')
  return reply.json().data.public_log.outside
}
const grow = async (count: number) => {
  for (let line = 0; line < count; line += 1) await addLine(t.db, line)
  await publishNow(t)
}
const faultsMetric = async () => /^public_log_outside_faults (\d+)$/m.exec((await read('/metrics')).body)?.[1]

describe('a witness', () => {
  const witness = (name = 'witness.example') => startWitness(name, () => logKey, t.services.now)
  const ask = () => askWitnesses(t.services, { patience: 300, log })

  test('co-signs each checkpoint that extends the last one, and the world reads its word below ours', async () => {
    const one = await witness()
    const other = await witness('other.example/with/a/path')
    set({ witnesses: [one.setting, other.setting] })
    await ask()
    const first = await checkpoint()
    await grow(300)
    // a checkpoint without co-signatures is served as well
    expect(await sizeNow()).toBeGreaterThan(parseCheckpoint(first)?.size ?? 0)
    await ask()
    const note = parseNote(await checkpoint())
    for (const { key } of [one, other])
      expect(note && cosignedAt(note, key)).toBe(BigInt(t.services.now().getTime() / 1000))
    expect(one.asked).toEqual(['old 0', 'old 1'])
    expect(one.knows().size).toBe(await sizeNow())
    expect((await outside()).witnesses[1]).toEqual({
      name: 'other.example/with/a/path',
      url: other.setting.url,
      cosigned: { size: one.knows().size, at: '2025-12-01T01:00:00.000Z' },
      fault: null,
    })
    // a co-signed one is not sent again on the same day
    await ask()
    expect(one.asked).toHaveLength(2)
    t.setNow(new Date('2025-12-02T09:01:00+08:00'))
    await ask()
    expect(one.asked).toEqual(['old 0', 'old 1', `old ${one.knows().size}`])
    // the co-signed copy matches ours, and the proofs still hold
    expect((await publishNow(t)).stopped).toBeNull()
    const kept = { texts: [await checkpoint()], key: logKey }
    expect((await verifyLog(t.services, { outside: kept })).findings).toEqual([])
    expect(lines).toEqual([])
  })

  full.test(
    'that was set back is brought up from where it stands, and so is one that is ahead of what we know',
    async () => {
      const one = await witness()
      set({ witnesses: [one.setting] })
      await ask()
      const early = one.knows()
      await grow(5)
      await ask()
      one.remember(early)
      await grow(20)
      await ask()
      expect(one.asked.slice(2)).toEqual(['old 6', 'old 1'])
      expect(one.knows().size).toBe(26)
      one.remember({ size: 0, root: EMPTY_ROOT })
      await grow(1)
      await ask()
      expect(one.asked.slice(4)).toEqual(['old 26', 'old 0'])
      // as after a restore of the database alone
      await sql`delete from log_witnesses`.execute(t.db)
      await grow(1)
      await ask()
      expect(one.asked.slice(6)).toEqual(['old 0', 'old 27'])
      expect((await outside()).witnesses[0].fault).toBeNull()
    },
  )

  const MOODS = [
    ['signs something else', 'Its answer is not a co-signature of this checkpoint by its key.'],
    [{ status: 500 }, 'It answered with 500.'],
    ['slow', 'It gave no answer in time.'],
    ['says far too much', 'Its answer is too long.'],
    ['sends elsewhere', 'It answered with 302.'],
    ['signs with another key', 'Its answer is not a co-signature of this checkpoint by its key.'],
    ['answers 409 for ever', 'It refuses an extension of the size that it reports.'],
    [{ status: 403 }, 'It does not know the key of this log.'],
    [{ status: 404 }, 'It does not know this log.'],
  ] as const
  test.each(FULL ? MOODS : MOODS.slice(0, 2))(
    'that is %j stops nothing, holds up no other, and is told once',
    async (mood, sentence) => {
      const one = await witness()
      const good = await witness('good.example')
      set({ witnesses: [one.setting, good.setting] })
      one.be(mood)
      const begun = performance.now()
      await ask()
      await ask()
      expect(performance.now() - begun).toBeLessThan(5_000)
      expect((await outside()).witnesses).toMatchObject([
        { fault: sentence, cosigned: null },
        { fault: null, cosigned: { size: 1 } },
      ])
      expect(await faultsMetric()).toBe('1')
      const served = await checkpoint()
      expect([served.includes('— good.example '), served.includes('— witness.example ')]).toEqual([
        true,
        false,
      ])
      expect(lines).toEqual([`The witness witness.example does not co-sign: ${sentence}`])
      // sealing and publishing continue
      await grow(1)
      expect(await sizeNow()).toBe(2)
      await ask()
      one.be('honest')
      await ask()
      // the co-signature of the witness that was not asked again is kept
      const both = await checkpoint()
      expect([both.includes('— good.example '), both.includes('— witness.example ')]).toEqual([true, true])
      expect((await outside()).witnesses[0]).toMatchObject({ fault: null, cosigned: { size: 2 } })
      expect(lines.slice(1)).toEqual(['The witness witness.example co-signs again.'])
      expect(await faultsMetric()).toBe('0')
    },
  )

  full.test(
    'that an operator has taken out is asked and told of no more, and known again when it is back',
    async () => {
      const one = await witness()
      const gone = await witness('gone.example')
      gone.be('slow')
      set({ witnesses: [one.setting, gone.setting] })
      await ask()
      expect(await faultsMetric()).toBe('1')
      set({ witnesses: [one.setting] })
      gone.be('honest')
      await grow(1)
      await ask()
      expect((await outside()).witnesses.map(({ name }: { name: string }) => name)).toEqual([
        'witness.example',
      ])
      expect([gone.knows().size, await faultsMetric()]).toEqual([0, '0'])
      set({ witnesses: [gone.setting, one.setting] })
      await ask()
      expect((await outside()).witnesses).toMatchObject([
        { name: 'gone.example', fault: null, cosigned: { size: 2 } },
        { name: 'witness.example', fault: null, cosigned: { size: 2 } },
      ])
    },
  )

  test('that is down, or knows more than there is, or another tree, is told in a sentence', async () => {
    const one = await witness()
    set({ witnesses: [one.setting] })
    const fault = async () => (await outside()).witnesses[0].fault
    const mailed = async () => {
      const { rows } = await sql<{ to: string; text: string }>`
        select payload ->> 'to' as to, payload ->> 'text' as text from graphile_worker._private_jobs
        where payload ->> 'subject' = 'The witness witness.example does not sign the audit log'`.execute(t.db)
      return rows
    }
    one.remember({ size: 900, root: EMPTY_ROOT })
    // two instances at once
    await Promise.all([ask(), ask()])
    expect(await mailed()).toEqual([
      {
        to: 'fmb.super@bureau.example',
        text: expect.stringContaining('It has seen 900 entries of this log'),
      },
    ])
    expect(await fault()).toBe(
      'It has seen 900 entries of this log, and there are 1: the log was restored from an older copy or rewritten, or the witness is wrong.',
    )
    const differs =
      'It says that this log does not extend what it has co-signed: the log was rewritten, or the witness is wrong.'
    one.be('knows another tree')
    await ask()
    // the same size with another root is a 409, a proof that does not hold a 422
    expect([one.asked.at(-1), await fault()]).toEqual(['old 1', differs])
    await grow(1)
    one.be({ status: 422 })
    await ask()
    expect(await fault()).toBe(differs)
    // it is mailed once, and again only after it has co-signed
    expect(await mailed()).toHaveLength(1)
    one.remember({ size: 0, root: EMPTY_ROOT })
    one.be('honest')
    await ask()
    expect(await fault()).toBeNull()
    await grow(1)
    one.be({ status: 404 })
    await ask()
    expect([await fault(), (await mailed()).length]).toEqual(['It does not know this log.', 2])
    await one.goDown()
    await ask()
    expect(await fault()).toBe('It cannot be reached (ECONNREFUSED).')
    expect([await sizeNow(), (await mailed()).length]).toEqual([3, 2])
  })

  test('whose key is none of a witness is not taken for one', async () => {
    const one = await witness()
    const log = { ...one.setting, key: keyText(logKey) }
    expect(() => witnessesOf({ witnesses: [log] })).toThrow('which is not a key of a witness')
    expect(witnessesOf({ witnesses: [one.setting] })).toHaveLength(1)
  })

  full.test(
    'is asked for nothing where the tiles were changed: no proof leaves that does not hold',
    async () => {
      const one = await witness()
      set({ witnesses: [one.setting] })
      await ask()
      await grow(3)
      const edge = Buffer.from((await t.services.files.named.get('edge')) ?? [])
      // the first hash of the last tile, after the entries
      const first = 12 + edge.readUInt32BE(8) + 4
      await t.services.files.named.put('edge', edge.fill(0, first, first + 32))
      await ask()
      expect((await outside()).witnesses[0].fault).toBe(
        'It could not be asked: the tiles in the file store do not lead to the last checkpoint.',
      )
      expect(one.asked).toEqual(['old 0'])
    },
  )
})

describe('the checkpoint of a day', () => {
  const keep = () => saveDayHead(t.services)
  const mailed = async () => {
    const { rows } = await sql<{ to: string; subject: string; text: string }>`
      select payload ->> 'to' as to, payload ->> 'subject' as subject, payload ->> 'text' as text
      from graphile_worker._private_jobs order by payload ->> 'to'`.execute(t.db)
    return rows
  }
  const lineIn = (text = '') => text.split('\n').find((line) => line.startsWith(`${logKey.name} `)) ?? ''

  test('is mailed once, by whichever instance comes first, when it holds the whole day', async () => {
    set({ checkpoint_mail: ['auditor@coa.example', 'press@paper.example'] })
    await keep()
    // the last row of the day is in no checkpoint yet
    await sql`insert into audit_logs (created_at, auditable_type, event)
      values ('2025-12-01 23:59+08', 'Reports', 'Exported')`.execute(t.db)
    t.setNow(new Date('2025-12-02T00:05:00+08:00'))
    await keep()
    // the day before the first entry, so that a mail comes soon after the setting is made
    expect((await mailed()).map(({ subject }) => subject)).toEqual(
      ['auditor', 'press'].map(() => 'Checkpoint of the audit log, Nov 30, 2025'),
    )
    await publishNow(t)
    await sql`delete from graphile_worker._private_jobs`.execute(t.db)
    await Promise.all([keep(), keep(), keep()])
    await keep()
    const mails = await mailed()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      ['auditor@coa.example', 'press@paper.example'].map((to) => [
        to,
        'Checkpoint of the audit log, Dec 01, 2025',
      ]),
    )
    const [origin, size, root, signature] = lineIn(mails[0]?.text).split(' ')
    const read = parseCheckpoint(await checkpoint())
    expect([origin, size, root]).toEqual([logKey.name, '2', read?.root.toString('base64')])
    expect(await checkpoint()).toContain(signature ?? 'none')
    expect((await outside()).mails).toEqual({
      addresses: ['auditor@coa.example', 'press@paper.example'],
      last_day: '2025-12-01',
    })
    // a day without entries has a mail too
    t.setNow(new Date('2025-12-04T00:05:00+08:00'))
    await publishNow(t)
    await keep()
    expect((await mailed()).map(({ subject }) => subject)).toContain(
      'Checkpoint of the audit log, Dec 03, 2025',
    )
  })

  full.test('reaches its reader through the queue, and what they have saved is taken as it is', async () => {
    const heard = await mailServer()
    const services = set({ smtp_url: heard.url, checkpoint_mail: ['auditor@coa.example'] })
    t.setNow(new Date('2025-12-02T00:05:00+08:00'))
    await publishNow(t)
    await keep()
    const { tasks, close } = taskList(services)
    const [mail] = await mailed()
    await tasks.send_mail(mail)
    close()
    const text = heard.mails[0]?.text ?? ''
    const line = lineIn(text)
    const folded = line.replaceAll('=', '=3D').replace(/.{70}/g, '$&=\r\n')
    await grow(3)
    const later = lineIn(text).replace(/ 1 /, ' 2 ')
    for (const kept of [line, text, `Received: here\r\n\r\n${folded}\r\n`, `${line}\n${line}\n`])
      expect(await compareLog(services, kept)).toBeNull()
    for (const kept of ['', 'hello', later, `${line}\n${later}`])
      await expect(compareLog(services, kept), kept).rejects.toThrow('not a checkpoint that is signed')
  })

  test('leaves nobody while the log stands still', async () => {
    set({ checkpoint_mail: ['auditor@coa.example'] })
    t.setNow(new Date('2025-12-02T00:05:00+08:00'))
    await publishNow(t)
    await sql`insert into log_disagreements (noticed_at, sentence) values (now(), 'x')`.execute(t.db)
    await keep()
    expect(await mailed()).toEqual([])
  })
})

describe('a time stamp', () => {
  let say: StampContent | 'nothing'
  const stamper = () =>
    startStampAuthority((question) =>
      say === 'nothing' ? Buffer.from('<html>') : stampAnswer(questionIn(question), say),
    )
  const stamp = () => stampDay(t.services, { patience: 300, log })

  test('is asked for once a day over the bytes of its checkpoint, and anybody reads both', async () => {
    say = {}
    const { url, asked, types } = await stamper()
    set({ tsa_url: url })
    t.setNow(new Date('2025-12-02T00:05:00+08:00'))
    await publishNow(t)
    await saveDayHead(t.services)
    expect((await read('/log/day/2025-12-01/checkpoint')).statusCode).toBe(404)
    await stamp()
    await stamp()
    expect([asked.length, types]).toEqual([1, ['application/timestamp-query']])
    const kept = await read('/log/day/2025-12-01/checkpoint')
    expect(kept.body).toBe(await checkpoint())
    const token = await read('/log/day/2025-12-01/stamp.tsr')
    expect(token.headers['content-type']).toBe('application/timestamp-reply')
    expect(token.rawPayload).toEqual(stampAnswer(questionIn(asked[0] ?? Buffer.alloc(0))))
    expect((await outside()).stamps).toEqual({
      url,
      last: { day: '2025-12-01', at: '2025-12-01T00:01:02.000Z' },
      fault: null,
    })
    for (const path of [
      '2025-12-02/checkpoint',
      '2025-13-99/stamp.tsr',
      '2025-12-01/key',
      '..%2Fx/checkpoint',
    ])
      expect((await read(`/log/day/${path}`)).statusCode, path).toBe(404)
  })

  full.test(
    'that is refused, of something else or no stamp at all is told, and asked for again',
    async () => {
      const { url, asked } = await stamper()
      set({ tsa_url: url })
      t.setNow(new Date('2025-12-02T00:05:00+08:00'))
      await publishNow(t)
      await saveDayHead(t.services)
      const fault = async () => (await outside()).stamps.fault
      for (const [said, sentence] of [
        [{ status: 2 }, 'It refused the request (status 2).'],
        [{ digest: Buffer.alloc(32) }, 'Its answer is a stamp of something else.'],
        ['nothing', 'Its answer is not a time stamp.'],
      ] as const) {
        say = said
        await stamp()
        expect(await fault()).toBe(sentence)
      }
      expect(await faultsMetric()).toBe('1')
      say = {}
      await stamp()
      expect([await fault(), asked.length, lines.length, lines.at(-1)]).toEqual([
        null,
        4,
        4,
        'The time stamp authority stamps again.',
      ])
      expect(new Set(asked.map((question) => questionIn(question).nonce.toString('hex'))).size).toBe(4)
    },
  )
})

test('where nobody outside is set, nobody is asked and nothing is queued', async () => {
  expect(taskList(t.services).outside).toBeNull()
  expect(await outside()).toEqual({ witnesses: [], stamps: null, mails: null })
  expect(taskList(set({ checkpoint_mail: ['a@b.example'] })).outside).toBeNull()
  expect(Object.keys(taskList(set({ tsa_url: 'https://tsa.example' })).outside ?? {})).toEqual([
    'ask_witnesses',
    'stamp_log_day',
  ])
})
