import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAudit } from '../../server/context/audit.ts'
import { entryOfRevealed, RevealedRow } from '../../server/public-log/entry.ts'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { exportLog, type ExportResult } from '../../server/public-log/export.actions.ts'
import { stopLog } from '../../server/public-log/log-status.actions.ts'
import { entriesOf } from '../../server/public-log/tiles.ts'
import { full } from '../support/full.ts'
import { withServer } from '../support/product/app.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { foldersFor } from '../support/product/folders.ts'
import { publishNow, tamper } from '../support/records/audit-log.ts'

const freshFolder = foldersFor('log-export')
const ORIGIN = { request_id: 'req-9', network_address: '203.0.113.9', user_agent: '' }
const ALMA = {
  id: null,
  name: 'Alma Reyes',
  email: 'alma@bureau.example',
  role: 'FMB Approver',
  access_level: 'FMB' as const,
  region_id: null,
  office_id: null,
}
/** the personal data in the rows of these tests */
const PERSONAL = [
  'Alma Reyes',
  'alma@bureau.example',
  'FMB Approver',
  'the minutes of Peñablanca',
  '203.0.113.9',
]
/** rows without a person, after the first three */
const LINES = 300

const t = withServer()
beforeAll(async () => {
  await writeAudit(t.db, null, ORIGIN, {
    module: 'User Management',
    event: 'Updated',
    id: 5,
    code: 'alma@bureau.example',
    actor: ALMA,
  })
  await writeAudit(
    t.db,
    null,
    ORIGIN,
    {
      module: 'SITES Activities',
      event: 'Returned (FMB)',
      id: 31,
      code: 'SITES-1',
      actor: ALMA,
      changes: [
        { field: 'fmb_status', old: 'For Approval', new: 'Returned' },
        { field: 'comment', old: null, new: 'Please add the minutes of Peñablanca.' },
      ],
    },
    {
      module: 'User Management',
      event: 'Updated',
      id: 5,
      code: 'alma@bureau.example',
      actor: ALMA,
      changes: [{ field: 'email', old: null, new: 'alma@bureau.example' }],
    },
  )
  await writeAudit(
    t.db,
    null,
    ORIGIN,
    ...Array.from({ length: LINES }, (_, id) => ({
      ...({ module: 'Profiling of SITES', event: 'Updated', id, code: `LINE-${id}` } as const),
    })),
  )
  await publishNow(t)
})

const logId = async (index: number) =>
  Number(
    (
      await t.db
        .selectFrom('log_entries')
        .select('audit_log_id')
        .where('log_index', '=', index)
        .executeTakeFirstOrThrow()
    ).audit_log_id,
  )
const exported = (folder: string, withPersons = true): Promise<ExportResult> =>
  exportLog(t.services, folder, { withPersons })
const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8')
const linesOf = (folder: string) => read(folder, 'rows/000001.jsonl').trimEnd().split('\n')
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    .toSorted()
const served = async (name: string) => (await t.app.inject({ method: 'GET', url: `/log/${name}` })).rawPayload

describe('an export of the log', () => {
  test('has every row with what leads to its entry, and tiles, checkpoint and key as they are served', async () => {
    const folder = path.join(freshFolder(), 'copy')
    const { size, wrong, stopped } = await exported(folder)
    expect([size, wrong, stopped]).toEqual([LINES + 3, { first: [], count: 0 }, null])
    const tiles = filesIn(folder).filter((name) => name.startsWith('tile/'))
    expect(tiles).toEqual([
      'tile/0/000',
      'tile/0/001.p/47',
      'tile/1/000.p/1',
      'tile/entries/000',
      'tile/entries/001.p/47',
    ])
    for (const name of [...tiles, 'checkpoint', 'key'])
      expect(readFileSync(path.join(folder, name)).equals(await served(name)), name).toBe(true)
    const entries = ['000', '001.p/47'].flatMap((name) =>
      entriesOf(readFileSync(path.join(folder, 'tile/entries', name))),
    )
    const rows = linesOf(folder).map((line) => JSON.parse(line) as { index: number })
    expect(rows.map(({ index }) => index)).toEqual(entries.map((_, index) => index))
    for (const { index, ...row } of rows)
      expect(
        entryOfRevealed(RevealedRow.parse(row)).equals(entries[index] ?? Buffer.alloc(0)),
        `${index}`,
      ).toBe(true)
    for (const one of PERSONAL) expect(read(folder, 'rows/000001.jsonl')).toContain(one)

    const row = await t.db
      .selectFrom('audit_logs')
      .select(['auditable_type', 'event', 'user_name', 'field_change'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      auditable_type: 'System',
      event: 'Public Log Exported',
      user_name: 'Operator at the server',
      field_change: [
        { field: 'entries', old: null, new: String(LINES + 3) },
        { field: 'persons', old: null, new: 'with' },
      ],
    })
  })

  test('without persons holds hashes in their place', async () => {
    const folder = path.join(freshFolder(), 'copy')
    await exported(folder, false)
    const text = read(folder, 'rows/000001.jsonl')
    for (const one of PERSONAL) expect(text).not.toContain(one)
    expect(text).toContain('Returned (FMB)')
    expect(text).toContain('For Approval')
  })

  test('goes into a folder that is new or empty, and into no other', async () => {
    const folder = freshFolder()
    await exported(folder)
    await expect(exported(folder)).rejects.toThrow(
      `The folder ${folder} is not empty: name one that is empty or does not exist.`,
    )
    const file = path.join(folder, 'checkpoint')
    await expect(exported(file)).rejects.toThrow(
      /is a file: name a folder that is empty or does not exist\.$/,
    )
    await expect(exported(path.join(folder, 'no/where'))).rejects.toThrow(
      /no\/where\.part cannot be made \(ENOENT\): name another place\.$/,
    )
    const other = path.join(freshFolder(), 'copy')
    mkdirSync(`${other}.part`)
    await expect(exported(other)).rejects.toThrow(
      /copy\.part exists: another export is running or was killed/,
    )
    expect(existsSync(`${other}.part`)).toBe(true)
  })

  test('that is stopped leaves nothing', async () => {
    const parent = freshFolder()
    const stopping = AbortSignal.abort(new Error('Stopped before the end.'))
    await expect(
      exportLog(t.services, path.join(parent, 'copy'), { withPersons: true, signal: stopping }),
    ).rejects.toThrow('Stopped before the end.')
    expect(readdirSync(parent)).toEqual([])
  })
})

describe('the programs for whoever has an export', () => {
  const python = (...words: string[]) => {
    const { stdout, stderr, status } = spawnSync('python3', words, { encoding: 'utf8' })
    return { said: `${stdout}${stderr}`.trim().split('\n'), status }
  }
  const verify = (folder: string, key = read(folder, 'key').trim()) =>
    python(path.join(folder, 'verify-rows.py'), folder, key)

  full.test('find it whole, and each thing that was changed, by its place', async () => {
    requireProgram('python3')
    const whole = path.join(freshFolder(), 'copy')
    await exported(whole)
    const { said, status } = verify(whole)
    expect([status, said]).toEqual([
      0,
      [
        expect.stringMatching(/^WHOLE: the 303 entries of .*\/log are those of the checkpoint, and each row/),
        '303 rows are shown whole, 0 with hashes in place of some parts, 0 not at all.',
      ],
    ])
    for (const where of [whole, pathToFileURL(whole).href])
      expect(
        python('scripts/verify-log.py', path.join(whole, 'checkpoint'), read(whole, 'key'), where),
      ).toEqual({
        said: [expect.stringMatching(/^EXTENDS: the 303 entries of .* begin with the 303 that you hold\.$/)],
        status: 0,
      })

    const lines = linesOf(whole)
    const rows = (change: (lines: string[]) => string[]) => (folder: string) =>
      writeFileSync(path.join(folder, 'rows/000001.jsonl'), `${change([...lines]).join('\n')}\n`)
    const swapped = (all: string[]) => all.toSpliced(40, 2, all[41] ?? '', all[40] ?? '')
    const CHANGES: [string, (folder: string) => void, RegExp][] = [
      [
        'a letter of a text',
        rows((all) => all.with(1, all[1]?.replace('Returned (F', 'Returned (G') ?? '')),
        /^CHANGED: rows\/000001\.jsonl, line 2 is not the row that entry 1 was made of\.$/,
      ],
      [
        'a letter of a salt',
        rows((all) =>
          all.with(
            5,
            all[5]?.replace(/"salt":"(.)/, (_, sign) => `"salt":"${sign === '0' ? '1' : '0'}`) ?? '',
          ),
        ),
        /^CHANGED: rows\/000001\.jsonl, line 6 /,
      ],
      [
        'a space that says nothing',
        rows((all) => all.with(5, all[5]?.replace(':', ': ') ?? '')),
        /^OUT OF PLACE: rows\/000001\.jsonl, line 6 /,
      ],
      [
        'a name twice',
        rows((all) => all.with(5, all[5]?.replace('"what"', '"what":{"hash":""},"what"') ?? '')),
        /^WRONG: rows\/000001\.jsonl, line 6 is not in the form/,
      ],
      ['no line at all', rows((all) => all.with(5, '{')), /^MISSING: the row of entry 5 is not there\.$/],
      ['two rows in each other’s place', rows(swapped), /^OUT OF PLACE: rows\/000001\.jsonl, line 42 /],
      [
        'a row left out',
        rows((all) => all.toSpliced(17, 1)),
        /^MISSING: the row of entry 17 is not there\.$/,
      ],
      [
        'the last row left out',
        rows((all) => all.slice(0, -1)),
        /^MISSING: the row of entry 302 is not there\.$/,
      ],
      [
        'a row twice',
        rows((all) => all.toSpliced(17, 0, all[16] ?? '')),
        /^OUT OF PLACE: rows\/000001\.jsonl, line 18 /,
      ],
      [
        'a row more',
        rows((all) => [...all, all[0]?.replace('"index":0', '"index":303') ?? '']),
        /^ADDED: rows\/000001\.jsonl, line 304 is beyond the 303 entries/,
      ],
      [
        'a row of another place',
        rows((all) => all.with(20, all[21]?.replace('"index":21', '"index":20') ?? '')),
        /^CHANGED: rows\/000001\.jsonl, line 21 /,
      ],
      [
        'no file of rows',
        (folder) => rmSync(path.join(folder, 'rows/000001.jsonl')),
        /^MISSING: the row of entry 0 is not there\.$/,
      ],
      [
        'a byte of an entry',
        (folder) => turn(path.join(folder, 'tile/entries/001.p/47')),
        /^CHANGED: the entries do not lead to the root of the checkpoint\.$/,
      ],
      [
        'a byte of a tile',
        (folder) => turn(path.join(folder, 'tile/0/000')),
        /^CHANGED: tile\/0\/000 does not belong to the entries beside it\.$/,
      ],
      [
        'a tile that is missing',
        (folder) => rmSync(path.join(folder, 'tile/0/000')),
        /^NOT WHOLE: tile\/0\/000 cannot be read\.$/,
      ],
      [
        'a smaller checkpoint',
        (folder) =>
          writeFileSync(
            path.join(folder, 'checkpoint'),
            read(folder, 'checkpoint').replace('\n303\n', '\n302\n'),
          ),
        /^NOT WHOLE: tile\/entries\/001\.p\/46 cannot be read\.$/,
      ],
      [
        'another root',
        (folder) =>
          writeFileSync(
            path.join(folder, 'checkpoint'),
            read(folder, 'checkpoint').replace(/\n303\n.{4}/, '\n303\nAAAA'),
          ),
        /^NOT SIGNED: the checkpoint is not signed with this key\.$/,
      ],
    ]
    for (const [name, change, sentence] of CHANGES) {
      const folder = path.join(freshFolder(), 'copy')
      cpSync(whole, folder, { recursive: true })
      change(folder)
      const found = verify(folder)
      expect([name, found.status], found.said.join('\n')).toEqual([name, 1])
      expect(found.said, name).toContainEqual(expect.stringMatching(sentence))
      // one change is one finding, or one for the missing file and one for the added one
      expect(found.said.length, name).toBeLessThan(name === 'no file of rows' ? 23 : 5)
    }
    const other = read(whole, 'key').trim().replace(/.{4}$/, 'AAA=')
    expect(verify(whole, other).said).toContain('NOT SIGNED: the checkpoint is not signed with this key.')
  })

  full.test(
    'know what is not shown: persons left out, content that was erased, rows that are lost',
    async () => {
      requireProgram('python3')
      await eraseRow(t.services, await logId(1), 'The court has ordered it.')
      await tamper(t, 'update log_entries set audit_log_id = null, salt = null where log_index = 12')
      for (const [withPersons, shown] of [
        [true, '301 rows are shown whole, 1 with hashes in place of some parts, 1 not at all.'],
        [false, '0 rows are shown whole, 302 with hashes in place of some parts, 1 not at all.'],
      ] as const) {
        const folder = path.join(freshFolder(), 'copy')
        expect((await exported(folder, withPersons)).wrong.count).toBe(0)
        expect(read(folder, 'rows/000001.jsonl')).not.toContain('the minutes of Peñablanca')
        expect(linesOf(folder)[1]).toContain('For Approval')
        expect(verify(folder).said).toEqual([
          expect.stringMatching(/^WHOLE: the 303 entries/),
          shown,
          'Not shown, because erased or lost: entries 12.',
        ])
      }
    },
  )
})

describe('an export of a log that was changed', () => {
  test('names rows that are not those of their entries', async () => {
    await tamper(
      t,
      `update audit_logs set event = 'Approved (FMB)' where id = ${await logId(2)}`,
      `delete from audit_logs where id = ${await logId(9)}`,
    )
    const { wrong } = await exported(path.join(freshFolder(), 'copy'))
    expect(wrong).toEqual({ first: [2, 9], count: 2 })
  })

  test('of a log that stands still is made where what was published is whole, and says so; else it is refused', async () => {
    const sentence = 'The file store was set back.'
    await stopLog(t.services, sentence)
    const parent = freshFolder()
    expect((await exported(path.join(parent, 'whole'))).stopped?.sentence).toBe(sentence)
    await tamper(t, `update log_entries set entry = decode(repeat('ab', 32), 'hex') where log_index = 7`)
    await expect(exported(path.join(parent, 'other'))).rejects.toThrow(
      `The log cannot be exported whole: the entries in the database are not the ${LINES + 3} of the last checkpoint. It has been stopped: ${sentence}`,
    )
    expect(readdirSync(parent)).toEqual(['whole'])
  })
})

/** Flips one bit of a file. */
function turn(file: string): void {
  const bytes = readFileSync(file)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  writeFileSync(file, bytes)
}
