import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { confirmInstruments } from '../../server/land/instruments.queries.ts'
import { screenWaiting } from '../../server/land/screening.jobs.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { INSTRUMENTS_MAX, type Instrument } from '../../shared/land/instruments.schema.ts'
import { full } from '../support/full.ts'
import { sentence } from '../support/oracles/worded.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { aFile, aSite, auditOf } from '../support/records/factories.ts'
import { aVersion, landOf } from '../support/records/land.ts'
import { aCurrentLayer, aFinding } from '../support/records/land-findings.ts'
import { aPerson, codesOf } from '../support/records/people.ts'

/** Instruments of a profile: papers about the right to its land. */

const TODAY = manilaDay(new Date())
const TOMORROW = addDays(TODAY, 1)
const A_CONSENT = {
  kind: 'certification_precondition',
  number: 'CP-R4A-2024-017',
  issuer: 'NCIP Regional Office IV-A',
  asked_on: '2023-05-01',
  issued_on: '2024-02-10',
  valid_until: '2034-02-09',
}

const t = withServer()

const pathOf = async (wanted: Parameters<typeof aSite>[1] = {}) =>
  `/sites/${(await aSite(t, { boundary: null, ...wanted })).id}`
const idOf = (path: string) => Number(path.split('/').at(-1))
const add = async (by: string | null, path: string, changes: object = {}) =>
  (await t.as(by)).post(`${path}/instruments`, { ...A_CONSENT, ...changes })
async function added(path: string, changes: object = {}): Promise<Instrument> {
  const reply = await add('laguna.encoder', path, changes)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().instrument
}
const listed = async (path: string, by = 'laguna.encoder'): Promise<Instrument[]> => {
  const reply = await (await t.as(by)).get(`${path}/instruments`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().instruments
}
const correct = async (by: string | null, path: string, { id, revision }: Instrument, changes: object = {}) =>
  (await t.as(by)).patch(`${path}/instruments/${id}`, { ...A_CONSENT, revision, ...changes })
const remove = async (by: string | null, path: string, { id }: Instrument, reason = 'Entered twice') =>
  (await t.as(by)).post(`${path}/instruments/${id}/remove`, { reason })
const confirm = async (by: string | null, path: string, { id, revision }: Instrument) =>
  (await t.as(by)).post(`${path}/instruments/${id}/confirm`, { revision })

const rowsOf = async (path: string) =>
  (await auditOf(t, idOf(path)))
    .filter(({ event }) => event.startsWith('Instrument'))
    .map(({ event, field_change }) => ({
      event,
      changes: Object.fromEntries(
        (field_change as unknown as { field: string; old: string | null; new: string | null }[]).map(
          ({ field, old, new: now }) => [field, [old, now]],
        ),
      ),
    }))
const unusedSince = async (id: number) =>
  (await t.db.selectFrom('files').select('unused_since').where('id', '=', id).executeTakeFirstOrThrow())
    .unused_since

describe('an instrument', () => {
  full.test(
    '[S-166] recorded or corrected takes the draft of its form with it, and that of nobody else',
    async () => {
      const path = await pathOf()
      await aPerson(t, 'laguna.third', { role: 'PENRO Encoder', region: 'R04A', office: 'PENRO Laguna' })
      const keep = async (by: string, form: string, record_id: number) => {
        const reply = await (await t.as(by)).post(`/drafts/${form}`, {
          record_id,
          content: '{"issuer":"NC"}',
        })
        expect(reply.statusCode, reply.body).toBe(200)
      }
      const isKept = async (by: string, form: string, record_id: number) =>
        (await (await t.as(by)).get(`/drafts/${form}?record_id=${record_id}`)).json().draft !== null
      for (const by of ['laguna.encoder', 'laguna.third']) await keep(by, 'instrument-add', idOf(path))
      expect((await add('laguna.encoder', path, { issuer: '' })).statusCode).toBe(422)
      expect(await isKept('laguna.encoder', 'instrument-add', idOf(path))).toBe(true)
      const made = await added(path)
      expect(await isKept('laguna.encoder', 'instrument-add', idOf(path))).toBe(false)
      expect(await isKept('laguna.third', 'instrument-add', idOf(path))).toBe(true)

      await keep('laguna.encoder', 'instrument-edit', made.id)
      expect((await correct('laguna.encoder', path, { ...made, revision: 9 })).statusCode).toBe(409)
      expect(await isKept('laguna.encoder', 'instrument-edit', made.id)).toBe(true)
      expect((await correct('laguna.encoder', path, made, { number: 'CP-18' })).statusCode).toBe(200)
      expect(await isKept('laguna.encoder', 'instrument-edit', made.id)).toBe(false)
    },
  )

  test('is recorded with its file, read by the chain, corrected, confirmed by FMB and removed; each in the log', async () => {
    const path = await pathOf()
    const file_id = await aFile(t, { name: 'cp.pdf' })
    const first = await added(path, { file_id })
    expect(first).toEqual({
      ...A_CONSENT,
      renews_id: null,
      renews: null,
      findings: [],
      id: first.id,
      other_kind: null,
      file_id,
      file_name: 'cp.pdf',
      recorded_by: 'Isabel Muñoz',
      file_facts: expect.objectContaining({ sha256: expect.any(String), scan_status: 'not scanned' }),
      recorded_at: expect.any(String),
      confirmed_at: null,
      revision: 1,
    })
    const second = await added(path, { kind: 'other', other_kind: ' Barangay  resolution ', number: '' })
    expect(second).toMatchObject({ kind: 'other', other_kind: 'Barangay resolution', number: null })
    for (const reader of ['laguna.encoder', 'laguna.approver', 'r4a.approver', 'fmb.approver', 'fmb.auditor'])
      expect((await listed(path, reader)).map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await (await t.as('r4a.approver')).get(`/file/${file_id}`)).statusCode).toBe(200)
    expect((await (await t.as('quezon.encoder')).get(`/file/${file_id}`)).statusCode).toBe(404)

    const confirmed = await confirm('fmb.approver', path, first)
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    const seen: Instrument = confirmed.json().instrument
    expect(seen).toMatchObject({ confirmed_at: expect.any(String), revision: 2 })
    expect((await confirm('fmb.approver', path, seen)).json().message).toBe(sentence('instrument_confirmed'))

    const other_file = await aFile(t, { name: 'renewed.pdf' })
    const corrected = await correct('laguna.encoder', path, seen, { number: 'CP-18', file_id: other_file })
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(corrected.json().instrument).toMatchObject({
      number: 'CP-18',
      file_name: 'renewed.pdf',
      confirmed_at: null,
      revision: 3,
    })
    expect(await unusedSince(file_id)).not.toBeNull()
    expect(await unusedSince(other_file)).toBeNull()

    expect((await remove('laguna.encoder', path, first)).statusCode).toBe(204)
    expect((await listed(path)).map(({ id }) => id)).toEqual([second.id])
    expect(await unusedSince(other_file)).not.toBeNull()
    const rows = (await rowsOf(path)).filter(({ changes }) => changes.instrument?.[1] === String(first.id))
    expect(rows.map(({ event }) => event)).toEqual([
      'Instrument Recorded',
      'Instrument Confirmed',
      'Instrument Changed',
      'Instrument Removed',
    ])
    expect(rows[0]?.changes).toMatchObject({
      name: [null, 'Certification Precondition'],
      issuer: [null, A_CONSENT.issuer],
      issued_on: [null, '2024-02-10'],
      file_name: [null, 'cp.pdf'],
    })
    expect(rows[2]?.changes).toMatchObject({
      number: ['CP-R4A-2024-017', 'CP-18'],
      file_name: ['cp.pdf', 'renewed.pdf'],
      confirmed_at: [expect.any(String), null],
    })
    expect(rows[2]?.changes).not.toHaveProperty('issuer')
    expect(rows[3]?.changes).toMatchObject({ reason: [null, 'Entered twice'], number: ['CP-18', null] })
  })

  test.each(['Submitted', 'Returned', 'Approved'] as const)(
    'is recorded for a profile that is %s, which itself does not change',
    async (site_status) => {
      const path = await pathOf({ site_status })
      const row = () =>
        t.db.selectFrom('site_profiles').selectAll().where('id', '=', idOf(path)).executeTakeFirst()
      const before = await row()
      await added(path)
      expect(await row()).toEqual(before)
    },
  )

  full.test('[S-161] says for which land it is: it counts for that alone, and the log names it', async () => {
    const site = await aSite(t)
    const path = `/sites/${site.id}`
    const domains = await aCurrentLayer(t)
    const [pangil, rizal] = [
      await aFinding(t, site, domains, { code: null, name: 'Pangil' }),
      await aFinding(t, site, domains, { code: null, name: 'Rizal' }),
    ]
    const consents = async () => {
      const { layers } = await landOf(t, site.id)
      return Object.fromEntries(
        layers.flatMap(({ findings }) => findings.map((one) => [one.feature_name, one.consent])),
      )
    }
    const consent = await added(path)
    expect(await consents()).toEqual({ Pangil: 'missing', Rizal: 'missing' })
    const corrected = await correct('laguna.encoder', path, consent, { finding_ids: [pangil] })
    expect(corrected.json().instrument.findings).toMatchObject([{ id: pangil, feature_name: 'Pangil' }])
    expect(await consents()).toEqual({ Pangil: 'recorded', Rizal: 'missing' })
    const clearance = await added(path, { kind: 'pamb_clearance', finding_ids: [rizal, rizal] })
    expect(await consents()).toEqual({ Pangil: 'recorded', Rizal: 'missing' })
    expect((await rowsOf(path)).map(({ changes }) => changes.land)).toEqual([
      undefined,
      [null, 'Pangil'],
      [null, 'Rizal'],
    ])
    const elsewhere = await aSite(t)
    const other = await aFinding(t, elsewhere, domains)
    for (const finding_ids of [[pangil, other], [999_999]]) {
      const refused = await add('laguna.encoder', path, { finding_ids })
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        { finding_ids: ['Choose among the findings of this profile.'] },
      ])
    }
    expect(await listed(path)).toHaveLength(2)
    // of the same land that a newer version has lost and found again
    await aVersion(t, domains.id, [])
    await screenWaiting(t.services)
    expect(await consents()).toEqual({})
    expect((await listed(path))[1]?.findings).toMatchObject([{ id: pangil }])
    await remove('laguna.encoder', path, clearance)
    await t.db
      .updateTable('land_layers')
      .set({ withdrawn_at: new Date().toISOString(), withdrawn_reason: 'The test has ended' })
      .where('id', '=', domains.id)
      .execute()
  })

  test('may have expired, and may be asked for only; that one cannot be confirmed', async () => {
    const path = await pathOf()
    await added(path, { issued_on: '2010-01-01', asked_on: null, valid_until: '2020-01-01' })
    const requested = await added(path, { asked_on: TODAY, issued_on: null, valid_until: null, number: null })
    const refused = await confirm('fmb.approver', path, requested)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(sentence('instrument_not_issued'))
  })

  test('with hostile texts is stored as one line of plain text', async () => {
    const path = await pathOf()
    const hostile = `<img src=x onerror=alert(1)>\n'; drop table land_instruments; -- =HYPERLINK("x")`
    const { issuer } = await added(path, { issuer: hostile })
    expect(issuer).toBe(hostile.replace('\n', ' '))
    expect((await add('laguna.encoder', path, { issuer: 'a\u0000b' })).statusCode).toBeLessThan(500)
  })
})

describe('is refused', () => {
  test('of another profile, or one that is not there', async () => {
    const path = await pathOf()
    const one = await added(path)
    expect((await correct('laguna.encoder', path, { ...one, id: 2_000_000 })).statusCode).toBe(404)
    // an instrument belongs to its profile
    const other = await pathOf()
    expect((await correct('laguna.encoder', other, one)).statusCode).toBe(404)
    expect((await remove('laguna.encoder', other, one)).statusCode).toBe(404)
  })

  test('of a deactivated profile', async () => {
    const path = await pathOf()
    const one = await added(path)
    await t.db
      .updateTable('site_profiles')
      .set({
        status: 'Deactivated',
        deactivated_at: new Date().toISOString(),
        deactivate_reason: 'Twice',
        deactivated_by: await t.userId('fmb.admin'),
      })
      .where('id', '=', idOf(path))
      .execute()
    for (const reply of [
      await add('laguna.encoder', path),
      await correct('laguna.encoder', path, one),
      await remove('laguna.encoder', path, one),
    ])
      expect(reply.statusCode).toBe(409)
  })

  test.each([
    [{ kind: 'deed' }, 'kind', 'Choose a kind of instrument.'],
    [{ kind: 'other' }, 'other_kind', 'Kind is required: say what the instrument is called.'],
    [{ issuer: ' ' }, 'issuer', 'Issuer is required.'],
    [{ issuer: 'x'.repeat(151) }, 'issuer', 'Issuer cannot exceed 150 characters.'],
    [{ number: 'x'.repeat(151) }, 'number', 'Number cannot exceed 150 characters.'],
    [{ asked_on: TOMORROW }, 'asked_on', 'Asked on cannot be later than today.'],
    [{ issued_on: TOMORROW }, 'issued_on', 'Issued on cannot be later than today.'],
    [{ issued_on: '2023-04-30' }, 'issued_on', 'Issued on cannot be earlier than Asked on.'],
    [{ valid_until: '2024-02-09' }, 'valid_until', 'Valid until cannot be earlier than Issued on.'],
    [{ issued_on: null }, 'valid_until', 'Enter the day of issue too: what is not issued cannot expire.'],
    [{ asked_on: null, issued_on: '0204-02-10' }, 'issued_on', 'Please check the year of Issued on.'],
    [
      { issued_on: '2024-02-30' },
      'issued_on',
      'Issued on is not a day of the calendar. Please enter a date like 2025-06-01.',
    ],
    [{ file_id: 2_000_000 }, 'file_id', 'This file was not found. Please upload it again.'],
  ])('with %o, under its field', async (changes, field, message) => {
    const path = await pathOf()
    const reply = await add('laguna.encoder', path, changes)
    expect(reply.statusCode, reply.body).toBe(422)
    expect(reply.json().errors).toEqual({ [field]: [message] })
    expect(await listed(path)).toEqual([])
  })

  test('with a file of a wrong kind, of another office, or of another place', async () => {
    const path = await pathOf()
    const errorWith = async (file_id: number) =>
      (await add('laguna.encoder', path, { file_id })).json().errors?.file_id?.[0]
    expect(await errorWith(await aFile(t, { kind: 'kml' }))).toMatch(/pdf/i)
    expect(await errorWith(await aFile(t, { by: 'quezon.encoder' }))).toMatch(/not found/)
    const file_id = await aFile(t)
    await added(path, { file_id })
    expect(await errorWith(file_id)).toMatch(/already attached/)
    expect((await add('laguna.encoder', path, { kind: 'cbfma', file_id: null })).statusCode).toBe(201)
  })

  test('beyond the most of a profile; a removed one does not count', async () => {
    const path = await pathOf()
    const one = await added(path)
    const recorded_by = await t.userId('laguna.encoder')
    const now = new Date().toISOString()
    await t.db
      .insertInto('land_instruments')
      .values(
        Array.from({ length: INSTRUMENTS_MAX - 1 }, () => ({
          site_profile_id: idOf(path),
          kind: 'cbfma',
          issuer: 'DENR',
          recorded_by,
          recorded_at: now,
          updated_at: now,
        })),
      )
      .execute()
    const full = await add('laguna.encoder', path)
    expect(full.statusCode).toBe(409)
    expect(full.json().refusal).toEqual({ code: 'too_many_instruments', params: { most: 100 } })
    expect((await remove('laguna.encoder', path, one)).statusCode).toBe(204)
    await added(path)
  })

  test('to be removed without a reason', async () => {
    const path = await pathOf()
    const one = await added(path)
    const reply = await remove('laguna.encoder', path, one, ' ')
    expect(reply.json().errors).toEqual({ reason: ['Reason is required.'] })
    expect((await remove('laguna.encoder', path, one, 'x'.repeat(601))).statusCode).toBe(422)
  })
})

describe('at the same time', () => {
  test('of two corrections one is saved; the other person reads who saved first, and what', async () => {
    const path = await pathOf()
    const one = await added(path)
    await aPerson(t, 'laguna.colleague', { role: 'PENRO Encoder', office: 'PENRO Laguna', region: 'R04A' })
    const replies = await Promise.all([
      correct('laguna.encoder', path, one, { number: 'A' }),
      correct('laguna.colleague', path, one, { number: 'B' }),
    ])
    expect(codesOf(replies).sort()).toEqual([200, 409])
    const [now] = await listed(path)
    expect(['A', 'B']).toContain(now?.number)
    const refused = replies.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused.saved_before).toMatchObject({
      events: ['Instrument Changed'],
      fields: [{ field: 'number', old: A_CONSENT.number, new: now?.number }],
    })
    expect((await rowsOf(path)).filter(({ event }) => event === 'Instrument Changed')).toHaveLength(1)
  })

  test('a removal and a correction: either is whole, and who comes late reads who removed it and why', async () => {
    const path = await pathOf()
    const one = await added(path)
    const [corrected, removed] = await Promise.all([
      correct('laguna.encoder', path, one, { number: 'A' }),
      remove('laguna.encoder', path, one),
    ])
    expect(removed.statusCode).toBe(204)
    expect([200, 409]).toContain(corrected.statusCode)
    expect(await listed(path)).toEqual([])
    const late = await correct('laguna.encoder', path, one, { number: 'C' })
    expect(late.json().message).toMatch(/^Isabel Muñoz removed this instrument on .*: Entered twice$/)
    expect((await remove('laguna.encoder', path, one)).statusCode).toBe(409)
    expect((await confirm('fmb.approver', path, one)).statusCode).toBe(409)
  })

  test('a confirmation counts for what FMB saw: never for a correction that came first', async () => {
    const path = await pathOf()
    for (let turn = 0; turn < 5; turn += 1) {
      const one = await added(path)
      const [corrected, confirmed] = await Promise.all([
        correct('laguna.encoder', path, one, { number: 'A' }),
        confirm('fmb.approver', path, one),
      ])
      expect([corrected.statusCode, confirmed.statusCode].sort()).toEqual([200, 409])
      const [now] = await listed(path)
      expect(now?.confirmed_at === null).toBe(corrected.statusCode === 200)
    }
  })

  test('a form that is sent twice is saved once, with the same answer', async () => {
    const path = await pathOf()
    const { token } = await t.as('laguna.encoder')
    const form_key = randomUUID()
    const send = (payload: object, url = `/api${path}/instruments`) =>
      t.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, [FORM_KEY]: form_key },
      })
    const [first, again] = [await send(A_CONSENT), await send(A_CONSENT)]
    expect(codesOf([first, again])).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect((await send({ ...A_CONSENT, number: 'Another' })).statusCode).toBe(409)
    expect(await listed(path)).toHaveLength(1)
    const removal = `/api${path}/instruments/${first.json().instrument.id}/remove`
    expect((await send({ reason: 'Twice' }, removal)).statusCode).toBe(204)
    expect((await send({ reason: 'Twice' }, removal)).statusCode).toBe(204)
  })
})

test('a final approval confirms the issued instruments that stand, and says which', async () => {
  const path = await pathOf()
  const issued = await added(path)
  const requested = await added(path, { issued_on: null, valid_until: null })
  const removed = await added(path, { kind: 'ifma' })
  await remove('laguna.encoder', path, removed)
  const at = new Date().toISOString()
  expect(await confirmInstruments(t.db, idOf(path), at)).toEqual([
    { field: 'instruments_confirmed', old: null, new: 'Certification Precondition, 2024' },
    { field: 'public_instruments', old: null, new: 'certification_precondition, 2024' },
  ])
  expect(await confirmInstruments(t.db, idOf(path), at)).toEqual([])
  const now = await listed(path)
  expect(now.find(({ id }) => id === issued.id)).toMatchObject({ confirmed_at: at, revision: 2 })
  expect(now.find(({ id }) => id === requested.id)?.confirmed_at).toBeNull()
  // a page from before the approval
  expect((await correct('laguna.encoder', path, issued)).statusCode).toBe(409)
})

test('erasing the row of a removal empties the texts of the instrument as well', async () => {
  const path = await pathOf()
  const one = await added(path, { issuer: 'Juana de la Cruz', number: 'JDC-1' })
  await remove('laguna.encoder', path, one, 'Juana asked for it')
  await publishNow(t)
  const row = (await auditOf(t, idOf(path))).find(({ event }) => event === 'Instrument Removed')
  await eraseRow(t.services, Number(row?.id), 'Asked for by the person')
  const stored = await t.db
    .selectFrom('land_instruments')
    .selectAll()
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toMatch(/Juana|JDC/)
  expect(stored.removed_at).not.toBeNull()
})
