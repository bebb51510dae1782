import { beforeAll, describe, expect, test } from 'vitest'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { parseProof, proofText } from '../../server/public-log/proof-file.ts'
import { withServer } from '../support/product/app.ts'
import { addLine, publishNow } from '../support/records/audit-log.ts'
import { aSite } from '../support/records/factories.ts'
import { recordIds } from '../support/records/record-ids.ts'

const t = withServer()
let site: number
let steps: { id: number; action: string; level: string | null }[]

const APPROVERS = ['laguna.approver', 'r4a.approver', 'fmb.approver'] as const

beforeAll(async () => {
  site = (await aSite(t, { site_status: 'Submitted', level: 'PENRO' })).id
  for (let line = 0; line < 300; line += 1) await addLine(t.db, line)
  for (const person of APPROVERS)
    expect((await (await t.as(person)).post(`/sites/approved/${site}`)).statusCode).toBe(200)
  steps = (await (await t.as('laguna.encoder')).get(`/sites/${site}`)).json().history
}, 60_000)

const keyWord = async () => (await t.app.inject({ method: 'GET', url: '/log/key' })).body.trim()
const key = async () => {
  const found = parseKey(await keyWord())
  if (!found) throw new Error('no key')
  return found
}
const stepOf = (level: string) => steps.find((step) => step.level === level)?.id ?? 0
const proofBy = async (person: string | null, step: number) =>
  (await t.as(person)).get(`/sites/${site}/proofs/${step}`)
const publicProof = async (id = site) => (await t.as(null)).get(`/sites/dashboard/${id}/proof`)

describe('the proof of a step', () => {
  test('is not there before the step is in a checkpoint, and then for whoever reads the history', async () => {
    const early = await proofBy('laguna.encoder', stepOf('FMB'))
    expect([early.statusCode, early.json().code, early.json().message]).toEqual([
      409,
      'state',
      'No checkpoint of the public log includes this yet. Please try again in a minute.',
    ])
    expect((await publicProof()).statusCode).toBe(409)
    await publishNow(t)
    const reply = await proofBy('laguna.encoder', stepOf('FMB'))
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toContain('.tlog-proof"')
    const checked = checkProof(reply.body, await key())
    expect(checked).toMatchObject({ ok: true })
    const told = checked.ok ? checked.shown.join('\n') : ''
    expect(told).toContain('"Approved (FMB)"')
    expect(told).toMatch(/^who: \[".+","FMB Approver"\]$/m)
    expect(told).toMatch(/^facts: \[/m)
    expect(told).toMatch(/^words: \[/m)
    // what the history does not show is not in the proof
    expect(Buffer.from(parseProof(reply.body)?.extra ?? '').toString()).not.toMatch(
      /@bureau\.example|127\.0\.0\.1/,
    )
    expect(Buffer.byteLength(reply.body)).toBeLessThan(4096)
    // another office may read neither the history nor its proofs
    expect((await proofBy('quezon.encoder', stepOf('FMB'))).statusCode).toBe(404)
  })

  test('is each step’s own, and none for a step that the log does not tell of', async () => {
    const at = (level: string) => proofBy('fmb.admin', stepOf(level))
    const texts = [await at('PENRO'), await at('Region'), await at('FMB')]
    const events = texts.map(({ body }) => Buffer.from(parseProof(body)?.extra ?? '').toString())
    expect(events.map((text) => /Approved \((\w+)\)/.exec(text)?.[1])).toEqual(['PENRO', 'Region', 'FMB'])
    const user_id = await t.userId('laguna.encoder')
    const step = {
      record_id: recordIds('site_profiles', site),
      round: 1,
      action: 'Recalled',
      user_id,
      user_name: '',
      role_name: '',
    }
    const unlogged = await t.db
      .insertInto('review_steps')
      .values({ ...step, at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await proofBy('fmb.admin', unlogged.id)).statusCode).toBe(409)
    expect((await proofBy('fmb.admin', 2_000_000)).statusCode).toBe(409)
    const other = await aSite(t, { site_status: 'Submitted', level: 'PENRO' })
    const elsewhere = await (await t.as('fmb.admin')).get(`/sites/${other.id}/proofs/${stepOf('FMB')}`)
    expect(elsewhere.statusCode).toBe(409)
  })

  test('of a step whose row was erased tells what stays of it, and leaves those of the others alone', async () => {
    const region = await t.db
      .selectFrom('audit_logs')
      .select('id')
      .where('auditable_id', '=', site)
      .where('event', '=', 'Approved (Region)')
      .executeTakeFirstOrThrow()
    await eraseRow(t.services, region.id, 'Asked for')
    const reply = await proofBy('fmb.admin', stepOf('Region'))
    const checked = checkProof(reply.body, await key())
    expect(checked.ok && checked.shown).toEqual([
      expect.stringMatching(/^what: .*"Approved \(Region\)"\]$/),
      expect.stringMatching(/^facts: .*"region_status"/),
    ])
    expect((await proofBy('fmb.admin', stepOf('PENRO'))).statusCode).toBe(200)
  })

  test('of an approval is for everybody once the record is public, and names nobody', async () => {
    const reply = await publicProof()
    expect(reply.statusCode).toBe(200)
    const checked = checkProof(reply.body, await key())
    expect(checked.ok && checked.shown).toEqual([
      expect.stringMatching(/^what: .*"Approved \(FMB\)"\]$/),
      expect.stringMatching(/^facts: \[/),
    ])
    expect(Buffer.byteLength(reply.body)).toBeLessThan(4096)
    const hidden = await aSite(t, { site_status: 'Submitted', level: 'FMB' })
    expect((await publicProof(hidden.id)).statusCode).toBe(404)
  })

  test('fails for another row, salt, place, size or signature', async () => {
    const { body } = await publicProof()
    const proof = parseProof(body)
    if (!proof?.extra) throw new Error('no proof')
    const { extra, index, hashes, checkpoint } = proof
    const row = extra.toString()
    const forged = (change: Partial<typeof proof>) => checkProof(proofText({ ...proof, ...change }), ourKey)
    const ourKey = await key()
    const otherRow = Buffer.from(row.replace('FMB', 'PENRO'))
    const otherSalt = Buffer.from(
      row.replace(/"salt":"./, (found) => (found.endsWith('0') ? '"salt":"1' : '"salt":"0')),
    )
    for (const change of [
      { extra: otherRow },
      { extra: otherSalt },
      { index: index + 1 },
      { hashes: hashes.slice(1) },
      { hashes: hashes.toReversed() },
    ])
      expect(forged(change)).toEqual({ ok: false, why: 'This row is not in the tree of the checkpoint.' })
    const [origin, size] = checkpoint.split('\n')
    expect(forged({ checkpoint: checkpoint.replace(`\n${size}\n`, `\n${Number(size) + 1}\n`) }).ok).toBe(
      false,
    )
    const foreign = 'other.example/log'
    expect(forged({ checkpoint: checkpoint.replaceAll(origin ?? '', foreign) })).toEqual({
      ok: false,
      why: 'The checkpoint is not signed with this key.',
    })
    expect(checkProof('nothing', ourKey)).toEqual({ ok: false, why: 'This is not a proof of a row.' })
    expect(forged({ extra: Buffer.from('{}') })).toEqual({ ok: false, why: 'This is not a proof of a row.' })
  })

  test('waits for a tile that the store has lost', async () => {
    const { named } = t.services.files
    const edge = await named.get('edge')
    await named.put('edge', Buffer.alloc(0))
    const reply = await publicProof()
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable'])
    await named.put('edge', edge ?? Buffer.alloc(0))
    expect((await publicProof()).statusCode).toBe(200)
  })
})
