import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { parseProof, proofText } from '../../server/public-log/proof-file.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { anApprovedSite, aMov, batchOne, principleNumber } from '../support/records/activity-factories.ts'
import { withServer } from '../support/product/app.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { pdfBytes, upload } from '../support/records/factories.ts'
import { foldersFor } from '../support/product/folders.ts'
import { checkOffline } from '../support/browser/offline.ts'
import { aDraft, climb, frozen, published } from '../support/records/summaries.ts'
import { full } from '../support/full.ts'

const freshFolder = foldersFor('proofs')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

const t = withServer()
let key: string
const bytes = { pdf: pdfBytes('minutes of the meeting'), photo: Buffer.alloc(0) }
let file: { pdf: number; photo: number; unsent: number; newer: number }
let record: { climbed: number; returned: number; longest: number }
let summary: { published: SummaryRow; frozen: SummaryRow; draft: SummaryRow }

const ok = async (reply: Promise<{ statusCode: number; body: string; json: () => unknown }>) => {
  const { statusCode, body, json } = await reply
  if (statusCode >= 300) throw new Error(body)
  return body === '' ? null : json()
}

/** A submitted activity of PENRO Laguna with this evidence. */
async function submitted(...upload_id: number[]): Promise<number> {
  const encoder = await t.as('laguna.encoder')
  const first = principleNumber(await batchOne(t), 1)
  const created = (await ok(
    encoder.post('/sites/activities', {
      site_profile_id: await anApprovedSite(t),
      sites_principle_id: first.id,
      reporting_year: 2025,
      criteria_means: [{ sites_criteria_indicator_id: first.indicators[0], upload_id }],
    }),
  )) as { siteActivities: { id: number } }
  const { id } = created.siteActivities
  await climb(t, id, 'laguna', ['submitted'])
  return id
}

/** PENRO returns it with this comment on so many principles. */
const returned = async (id: number, comment: string, principles: number) => {
  const reasons = Array.from({ length: principles }, (_, at) => [`returned_reason_${at + 1}`, comment])
  await ok(
    (await t.as('laguna.approver')).post(`/sites/activities/returned/${id}`, Object.fromEntries(reasons)),
  )
}

beforeAll(async () => {
  const encoder = await t.as('laguna.encoder')
  bytes.photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2b5' } })
    .withExif({ IFD0: { Make: 'Narra Optics' } })
    .jpeg()
    .toBuffer()
  const older = {
    pdf: await upload(encoder, 'pdf', 'minutes.pdf', bytes.pdf),
    photo: await upload(encoder, 'image', 'forest.jpg', bytes.photo),
    unsent: await upload(encoder, 'pdf', 'unsent.pdf', pdfBytes('nobody else’s yet')),
  }
  const climbed = await submitted(older.pdf, older.photo)
  await climb(t, climbed, 'laguna', ['PENRO', 'Region', 'FMB'])
  file = { ...older, newer: await upload(encoder, 'pdf', 'newer.pdf', pdfBytes('newer')) }
  const back = await submitted(await aMov(t, 'laguna.encoder'))
  await returned(back, 'a'.repeat(500), 1)
  await climb(t, back, 'laguna', ['submitted'])
  await returned(back, 'b'.repeat(1000), 1)
  await climb(t, back, 'laguna', ['submitted', 'PENRO', 'Region', 'FMB'])
  const longest = await submitted(await aMov(t, 'laguna.encoder'))
  await returned(longest, 'a'.repeat(1000), 8)
  await climb(t, longest, 'laguna', ['submitted'])
  await returned(longest, 'b'.repeat(1000), 8)
  record = { climbed, returned: back, longest }
  summary = {
    published: await published(t, (await aDraft(t)).id),
    frozen: await frozen(t, (await aDraft(t, { year: 2027 })).id),
    draft: await aDraft(t, { year: 2028 }),
  }
}, 60_000)

const asked = async (person: string | null, url: string) => {
  const { statusCode, body } = await (await t.as(person)).get(url)
  return { status: statusCode, body, message: statusCode < 300 ? null : JSON.parse(body).message }
}
const outside = (name: string) => t.app.inject({ method: 'GET', url: `/log/${name}` })
const ofFile = (person: string | null, id: number) => asked(person, `/file/${id}/proof`)
const ofSummary = (person: string | null, { id }: SummaryRow) => asked(person, `/summaries/${id}/proof`)
const ofStep = async (id: number, action: string, level: string | null, which = 0) => {
  const reply = await (await t.as('laguna.encoder')).get(`/sites/activities/${id}`)
  const steps = reply.json().history as { id: number; action: string; level: string | null }[]
  const step = steps.filter((one) => one.action === action && one.level === level)[which]
  return (await asked('laguna.encoder', `/sites/activities/${id}/proofs/${step?.id}`)).body
}
const ofApproval = async (id: number) => (await asked(null, `/sites/activities/dashboard/${id}/proof`)).body

/** The parts of a valid proof, as its check shows them. */
function toldBy(proof: string): Record<string, string> {
  const known = parseKey(key)
  const checked = known && checkProof(proof, known)
  if (!checked?.ok) throw new Error(checked?.why ?? 'no key')
  return Object.fromEntries(checked.shown.map((line) => line.split(/: (.*)/s) as [string, string]))
}
/** The changed fields of the row in a proof, with their new values. */
function changedIn(proof: string): Record<string, string> {
  const { facts = '[]', words = '[null,[]]' } = toldBy(proof)
  const changes = [...JSON.parse(facts), ...JSON.parse(words)[1]]
  return Object.fromEntries((changes as { field: string; new: string }[]).map((one) => [one.field, one.new]))
}

const NOT_YET = 'No checkpoint of the public log includes this yet. Please try again in a minute.'
const UNTOLD = 'There is no proof for this file: no entry of the log states its fingerprint.'

test('nothing is proved before it is in a checkpoint', async () => {
  expect(await ofFile('laguna.encoder', file.pdf)).toMatchObject({ status: 409, message: NOT_YET })
  expect(await ofSummary('fmb.approver', summary.frozen)).toMatchObject({ status: 409, message: NOT_YET })
  expect((await outside('published/summary_2026.tlog-proof')).json().message).toBe(NOT_YET)
  await publishNow(t)
  key = (await outside('key')).body.trim()
})

describe('the proof of a file', () => {
  test('names the SHA-256 of the bytes, and nobody, for whoever may open the file', async () => {
    const proof = await ofFile('fmb.approver', file.pdf)
    expect([proof.status, Object.keys(toldBy(proof.body))]).toEqual([200, ['what', 'facts']])
    expect(changedIn(proof.body)).toEqual({
      file_id: String(file.pdf),
      size: String(bytes.pdf.length),
      sha256: sha256(bytes.pdf),
    })
    // a file name may contain a person's name
    expect(proof.body).not.toContain('minutes.pdf')
    expect(proof.body.length).toBeLessThan(4096)
    expect((await ofFile('quezon.encoder', file.pdf)).status).toBe(404)
    expect((await ofFile('fmb.approver', 2_000_000)).status).toBe(404)
    const newer = await ofFile('laguna.encoder', file.newer)
    expect(Object.keys(toldBy(newer.body))).toEqual(['what', 'facts'])
    expect(changedIn(newer.body)).toEqual({
      file_id: String(file.newer),
      size: String(pdfBytes('newer').length),
      sha256: sha256(pdfBytes('newer')),
    })
    expect((await ofFile('laguna.encoder', file.unsent)).status).toBe(200)
    expect((await ofFile('fmb.approver', file.unsent)).status).toBe(404)
  })

  test('is of a photograph as it was taken, also for whoever gets a copy without its place', async () => {
    const proof = await ofFile('fmb.approver', file.photo)
    expect(changedIn(proof.body)['sha256']).toBe(sha256(bytes.photo))
    const copy = await (await t.as('fmb.approver')).get(`/file/${file.photo}`)
    expect(copy.statusCode).toBe(200)
    expect(sha256(copy.rawPayload)).not.toBe(sha256(bytes.photo))
  })

  test('is none where no row tells the bytes and where the file is a risk, and one where its name was erased', async () => {
    const entered = await aMov(t, 'laguna.encoder', 'entered-in-the-database.pdf')
    const encoder = await t.as('laguna.encoder')
    const erased = await upload(encoder, 'pdf', 'erased.pdf', pdfBytes('a name'))
    const risky = await upload(encoder, 'pdf', 'risky.pdf', pdfBytes('a virus'))
    await publishNow(t)
    expect((await ofFile('laguna.encoder', erased)).status).toBe(200)
    const row = await t.db
      .selectFrom('audit_logs')
      .select('id')
      .where('event', '=', 'File Uploaded')
      .orderBy('id', 'desc')
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow()
    await eraseRow(t.services, row.id, 'Asked for')
    expect(await ofFile('laguna.encoder', entered)).toMatchObject({ status: 409, message: UNTOLD })
    // its name was erased, its fingerprint is a fact
    expect(changedIn((await ofFile('laguna.encoder', erased)).body)).toMatchObject({
      sha256: sha256(pdfBytes('a name')),
    })
    await t.db.updateTable('files').set({ scan_status: 'quarantined' }).where('id', '=', risky).execute()
    expect((await ofFile('laguna.encoder', risky)).message).toMatch(/virus/i)
  })
})

describe('the proof of a summary', () => {
  test('is for FMB from its freezing on, and names the bytes of its JSON file', async () => {
    const { status, body } = await ofSummary('fmb.approver', summary.frozen)
    expect(status).toBe(200)
    expect(toldBy(body)).toMatchObject({ what: expect.stringContaining('"Frozen"') })
    const json = await (await t.as('fmb.approver')).get(`/summaries/${summary.frozen.id}/files/json`)
    expect(changedIn(body)['sha256']).toBe(sha256(json.rawPayload))
    expect(Object.keys(toldBy(body))).toEqual(['what', 'facts'])
    expect(body.length).toBeLessThan(4096)
    expect(await ofSummary('fmb.approver', summary.draft)).toMatchObject({
      status: 409,
      message: 'A draft has no proof: freeze this summary first.',
    })
    expect((await ofSummary('fmb.approver', { ...summary.frozen, id: 2_000_000 })).status).toBe(404)
  })

  test('is for everybody as long as it is published, without a key of the calls', async () => {
    const reply = await outside('published/summary_2026.tlog-proof')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toContain('summary_2026.tlog-proof')
    expect(toldBy(reply.body)).toMatchObject({ what: expect.stringContaining('"Published"') })
    const json = await (await t.as('fmb.approver')).get(`/summaries/${summary.published.id}/files/json`)
    expect(changedIn(reply.body)).toMatchObject({ sha256: sha256(json.rawPayload) })
    expect(reply.body.length).toBeLessThan(4096)
    for (const name of ['summary_2027', 'summary_1999', 'summary_26', 'site_1', 'summary_2026x'])
      expect((await outside(`published/${name}.tlog-proof`)).statusCode, name).toBe(404)
  })
})

describe('the proof of a decision', () => {
  test('tells everybody the grades, and nobody else that the record was returned', async () => {
    const grades = changedIn(await ofApproval(record.climbed))
    expect(grades).toMatchObject({ site_status: 'Approved', fmb_status: 'Approved' })
    expect(Object.keys(grades).filter((field) => field.startsWith('principle_number'))).toHaveLength(8)
    expect(Object.keys(toldBy(await ofApproval(record.climbed)))).toEqual(['what', 'facts'])
    const again = await ofApproval(record.returned)
    expect(Object.keys(toldBy(again))).toEqual(['what', 'facts'])
    expect(changedIn(again)).toMatchObject({
      site_status: 'Approved',
      principle_number_1: expect.any(String),
    })
    expect(changedIn(again)).not.toHaveProperty('returned_by')
    // for readers of the history, the proof of its step has it
    expect(changedIn(await ofStep(record.returned, 'Approved', 'FMB'))).toMatchObject({
      returned_by: null,
      site_status: 'Approved',
    })
  })

  test('holds the words of a return: less than 4 KB with one comment, more with eight of the longest', async () => {
    const usual = await ofStep(record.returned, 'Returned', 'PENRO')
    expect(changedIn(usual)['returned_reason_1']).toBe('a'.repeat(500))
    expect(usual.length).toBeLessThan(2.2 * 1024)
    // the row also contains the comment before
    const second = await ofStep(record.returned, 'Returned', 'PENRO', 1)
    expect(changedIn(second)['returned_reason_1']).toBe('b'.repeat(1000))
    expect(second.length).toBeLessThan(4096)
    const longest = await ofStep(record.longest, 'Returned', 'PENRO')
    expect(changedIn(longest)['returned_reason_8']).toBe('a'.repeat(1000))
    expect(longest.length).toBeLessThan(13 * 1024)
    const longestOfAll = await ofStep(record.longest, 'Returned', 'PENRO', 1)
    expect(changedIn(longestOfAll)['returned_reason_8']).toBe('b'.repeat(1000))
    expect(longestOfAll.length).toBeLessThan(24 * 1024)
  })
})

/** Replaces the first match in the row of a proof. */
const inRow = (proof: string, found: RegExp, by: (text: string) => string): string => {
  const taken = parseProof(proof)
  if (!taken?.extra) throw new Error('no proof')
  const row = taken.extra.toString()
  const changed = row.replace(found, by)
  expect(changed).not.toBe(row)
  return proofText({ ...taken, extra: Buffer.from(changed) })
}
const placed = (proof: string, index: number, size = 0): string => {
  const taken = parseProof(proof)
  if (!taken) throw new Error('no proof')
  const checkpoint = taken.checkpoint.replace(/\n(\d+)\n/, (_, now: string) => `\n${Number(now) + size}\n`)
  return proofText({ ...taken, index: taken.index + index, checkpoint })
}
const flipped = (hex: string) => (hex.endsWith('0') ? '1' : '0')

const ELSEWHERE = 'NOT PROVED: This row is not in the tree of the checkpoint.'
const UNSIGNED = 'NOT PROVED: The checkpoint is not signed with this key.'
const NO_PROOF = 'NOT PROVED: This is not a proof of a row.'

/** Each with the answer of both programs. */
const FORGERIES: Record<string, [forge: (proof: string) => string, said: string | RegExp]> = {
  'another row': [(proof) => inRow(proof, /\\"\]"/, () => '\\" ]"'), ELSEWHERE],
  'another salt': [
    (proof) => inRow(proof, /"salt":"[0-9a-f]{32}/, (found) => found.slice(0, -1) + flipped(found)),
    ELSEWHERE,
  ],
  'another place': [(proof) => placed(proof, 1), ELSEWHERE],
  'a place outside the log': [(proof) => placed(proof, 1_000_000), ELSEWHERE],
  // where the larger tree needs no other hashes, the signature fails instead
  'another size': [(proof) => placed(proof, 0, 1), new RegExp(`${UNSIGNED}|${ELSEWHERE}`)],
  'another signature': [
    (proof) => proof.replace(/.(?=.{4}\n$)/, (sign) => (sign === 'A' ? 'B' : 'A')),
    UNSIGNED,
  ],
  'a text beside the hash of another': [
    (proof) => inRow(proof, /"rest":{/, () => '"rest":{"text":"an approval",'),
    NO_PROOF,
  ],
  // the text would begin later, with the same hash
  'a salt that takes in the beginning of its text': [
    (proof) =>
      inRow(
        proof,
        /"salt":"([0-9a-f]{32})","text":"\[2,/,
        (found) => `${found.slice(0, 41)}${Buffer.from(found.slice(-3)).toString('hex')}","text":"`,
      ),
    NO_PROOF,
  ],
  'another form': [(proof) => inRow(proof, /row 2"/, () => 'row 1"'), NO_PROOF],
  'a part that the form has not': [(proof) => inRow(proof, /}$/, () => ',"more":{}}'), NO_PROOF],
}

full.test(
  'with the network off both programs prove an approval, a return, a grade, a file and a summary, and nothing forged',
  async () => {
    requireProgram('python3')
    const folder = freshFolder()
    const proofs = {
      approval: await ofStep(record.climbed, 'Approved', 'PENRO'),
      return: await ofStep(record.returned, 'Returned', 'PENRO'),
      grade: await ofApproval(record.climbed),
      newGrade: await ofApproval(record.returned),
      file: (await ofFile('fmb.approver', file.pdf)).body,
      summary: (await outside('published/summary_2026.tlog-proof')).body,
    }
    for (const [name, proof] of Object.entries(proofs)) {
      const said = (['node', 'python'] as const).map((program) => checkOffline(program, folder, proof, key))
      expect([name, said[0]?.status, said[0]?.said]).toEqual([
        name,
        0,
        expect.stringMatching(/^PROVED: entry /),
      ])
      expect(said[1]).toEqual(said[0])
      for (const [forgery, [forge, refused]] of Object.entries(FORGERIES)) {
        const known = parseKey(key)
        const checked = known && checkProof(forge(proof), known)
        const why = checked && !checked.ok ? `NOT PROVED: ${checked.why}` : ''
        expect([name, forgery, why]).toEqual([name, forgery, expect.stringMatching(refused)])
      }
    }
    // the rows differ in content, not in how they are checked
    for (const proof of [proofs.file, proofs.newGrade])
      for (const [forgery, [forge, refused]] of Object.entries(FORGERIES)) {
        const { status, ...said } = checkOffline('python', folder, forge(proof), key)
        expect([forgery, status, said]).toEqual([
          forgery,
          1,
          { said: '', refused: expect.stringMatching(refused) },
        ])
      }
    const [forge] = FORGERIES['another row'] ?? []
    const node = checkOffline('node', folder, forge?.(proofs.file) ?? '', key)
    expect(node).toEqual({ status: 1, said: '', refused: ELSEWHERE })
    const foreign = key.replace(/^[^+]+/, 'other.example/log')
    for (const word of [foreign, key.replace('+', '+0'), 'no key'])
      expect(checkOffline('python', folder, proofs.file, word).refused).toBe(UNSIGNED)
  },
  300_000,
)
