import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Finding, findingText } from '../../shared/audit/findings.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import {
  canonicalRow,
  GENESIS,
  type Head,
  isSigned,
  keyId,
  type LoggedRow,
  publicPart,
  rowHash,
  sealHash,
  sealRows,
  signHead,
  type Tip,
} from './chain.ts'
import { chainCheck, checkHeads, checkKept, type Entry, type Kept } from './check.ts'
import { FULL, SEED } from '../../tests/support/full.ts'

const options = { seed: SEED, numRuns: FULL ? 1_000 : 30 }

const KEY = generateKeyPairSync('ed25519').privateKey
const OTHER_KEY = generateKeyPairSync('ed25519').privateKey
const TRUSTED = new Set([keyId(publicPart(KEY))])

const text = fc.option(fc.string({ unit: 'binary', maxLength: 12 }))
const number = fc.option(fc.nat())
const rowOf = fc.record({
  created_at: fc.constantFrom('2025-06-01T00:00:00.000001Z', '2025-06-01T00:00:00.000002Z'),
  user_id: number,
  user_name: text,
  user_email: text,
  role_name: text,
  access_level: text,
  region_id: number,
  office_id: number,
  auditable_type: fc.string(),
  auditable_id: number,
  auditable_code: text,
  event: fc.string(),
  field_change: fc.array(fc.record({ field: fc.string(), old: text, new: text }), { maxLength: 2 }),
  network_address: text,
  request_id: text,
})
/** some days of some rows each */
const bureau = fc.array(fc.array(rowOf, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })

type Log = { entries: Entry[]; heads: Head[]; counter: number }

/** The log of these days as the sealer makes it; the last day is still open. */
function sealed(days: Omit<LoggedRow, 'id'>[][], key = KEY): Log {
  const entries: Entry[] = []
  const heads: Head[] = []
  let tip: Tip = { position: 0, link: GENESIS }
  days.forEach((rows, index) => {
    const day = addDays('2025-05-30', index)
    const before = tip.position
    const logged = rows.map((row, at) => ({ id: 1000 + before + at, ...row }))
    const seals = sealRows(
      tip,
      day,
      logged.map((row) => ({ audit_log_id: row.id, row })),
    )
    seals.forEach((seal, at) => entries.push({ seal, row: logged[at] ?? null }))
    const last = seals.at(-1)
    if (!last) return
    tip = { position: last.position, link: last.hash }
    if (index === days.length - 1) return
    const head = signHead(
      {
        day,
        first_position: before + 1,
        last_position: last.position,
        rows: rows.length,
        head: last.hash,
        previous_signature: heads.at(-1)?.signature ?? null,
      },
      key,
    )
    heads.push(head)
    tip.link = head.signature
  })
  return { entries, heads, counter: tip.position }
}

/** What a verification finds in this log. */
function found({ entries, heads, counter }: Log, kept?: Kept): Finding[] {
  const findings: Finding[] = []
  const report = (one: Finding) => findings.push(one)
  checkHeads(heads, TRUSTED, report)
  const check = chainCheck(heads, report)
  for (const entry of entries) check.entry(entry)
  check.end(counter)
  if (kept) {
    const tip = entries.find(({ seal }) => seal.position === kept.tip?.position)
    checkKept(kept, heads, tip?.seal.hash ?? null, TRUSTED, report)
  }
  return findings
}

const keptOf = ({ entries, heads }: Log): Kept => {
  const last = entries.at(-1)?.seal
  return { heads, tip: last ? { day: last.day, position: last.position, hash: last.hash } : null }
}

/** A log and one of its places. */
const logAndPlace = fc.tuple(bureau, fc.nat()).map(([days, nth]) => {
  const log = sealed(days)
  return { log, at: nth % log.entries.length }
})

const entryAt = (log: Log, at: number): Entry => {
  const entry = log.entries[at]
  if (!entry) throw new Error(`There is no entry ${at}.`)
  return entry
}
const replaced = (log: Log, at: number, entry: Entry): Log => ({
  ...log,
  entries: log.entries.with(at, entry),
})

const check = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, holds), options)

describe('a row', () => {
  test('has one text: the order of names does not count, every value does', () => {
    check(fc.tuple(rowOf, rowOf), ([one, other]) => {
      const [first, second] = [
        { id: 1, ...one },
        { id: 1, ...other },
      ]
      const turned = one.field_change.map(({ field, old, new: now }) => ({ new: now, old, field }))
      expect(rowHash({ ...first, field_change: turned })).toEqual(rowHash(first))
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect(canonicalRow(first) === canonicalRow(second)).toBe(isSame)
      expect(rowHash({ ...first, id: 2 })).not.toEqual(rowHash(first))
    })
  })

  test('of today is hashed tomorrow as it is today', () => {
    const row: LoggedRow = {
      id: 7,
      created_at: '2025-06-01T06:30:00.123456Z',
      user_id: 3,
      user_name: 'Isabel Muñoz',
      user_email: 'isabel@bureau.example',
      role_name: 'PENRO Encoder',
      access_level: 'PENRO',
      region_id: 6,
      office_id: 24,
      auditable_type: 'Profiling of SITES',
      auditable_id: 12,
      auditable_code: 'SITES-R04A-2025-0012',
      event: 'Updated',
      network_address: null,
      request_id: 'r',
      field_change: [{ new: 'B', old: 'A', field: 'region' }],
    }
    expect(canonicalRow(row)).toBe(
      '[1,7,"2025-06-01T06:30:00.123456Z",3,"Isabel Muñoz","isabel@bureau.example","PENRO Encoder","PENRO",6,24,"Profiling of SITES",12,"SITES-R04A-2025-0012","Updated",[{"field":"region","new":"B","old":"A"}],null,"r"]',
    )
    expect(rowHash(row).toString('hex')).toMatchInlineSnapshot(
      `"d79912670cae895baa486c6c9ee24616ce370e35633b0c63636ef3c8ac4bdb5b"`,
    )
    const [seal] = sealRows({ position: 0, link: GENESIS }, '2025-06-01', [{ audit_log_id: 7, row }])
    expect(seal?.hash.toString('hex')).toMatchInlineSnapshot(
      `"81f0acae545581c5700b53a89e4c2ee1c4fd1627cca0a7a7ec372fce2183842d"`,
    )
  })
})

describe('an untouched log', () => {
  test('is found whole, alone and beside what was kept of it at any moment', () => {
    check(fc.tuple(bureau, fc.nat()), ([days, nth]) => {
      const log = sealed(days)
      const early = sealed(days.slice(0, 1 + (nth % days.length)))
      expect(found(log)).toEqual([])
      expect(found(log, keptOf(early))).toEqual([])
    })
  })

  test('may be sealed in any batches', () => {
    check(fc.tuple(fc.array(rowOf, { maxLength: 9 }), fc.nat(9)), ([rows, cut]) => {
      const waiting = rows.map((row, id) => ({ audit_log_id: id, row: { id, ...row } }))
      const start = { position: 0, link: GENESIS }
      const first = sealRows(start, '2025-06-01', waiting.slice(0, cut))
      const end = first.at(-1)
      const tip = end ? { position: end.position, link: end.hash } : start
      const second = sealRows(tip, '2025-06-01', waiting.slice(cut))
      expect([...first, ...second]).toEqual(sealRows(start, '2025-06-01', waiting))
    })
  })
})

describe('one thing that was touched is found, at its place and as what it is', () => {
  test('a changed row', () => {
    check(
      fc.tuple(logAndPlace, fc.constantFrom('user_name', 'event', 'created_at')),
      ([{ log, at }, field]) => {
        const { seal, row } = entryAt(log, at)
        const changed = { ...row, [field]: 'somebody else' } as LoggedRow
        expect(found(replaced(log, at, { seal, row: changed }))).toMatchObject([
          { kind: 'row_changed', audit_log_id: seal.audit_log_id, position: seal.position, day: seal.day },
        ])
      },
    )
  })

  test('a removed row', () => {
    check(logAndPlace, ({ log, at }) => {
      const { seal } = entryAt(log, at)
      expect(found(replaced(log, at, { seal, row: null }))).toMatchObject([
        { kind: 'row_removed', audit_log_id: seal.audit_log_id, position: seal.position },
      ])
    })
  })

  test('a row removed with its entry', () => {
    check(logAndPlace, ({ log, at }) => {
      const { position } = entryAt(log, at).seal
      const isLast = at === log.entries.length - 1
      expect(found({ ...log, entries: log.entries.toSpliced(at, 1) })).toMatchObject([
        { kind: isLast ? 'end_cut' : 'entries_missing', position, until: position },
      ])
    })
  })

  test('a row and its entry rewritten to fit each other', () => {
    check(logAndPlace, ({ log, at }) => {
      const { seal, row } = entryAt(log, at)
      const changed = { ...row, event: 'never happened' } as LoggedRow
      const before = log.entries[at - 1]
      const head = log.heads.find(({ last_position }) => last_position === seal.position - 1)
      const forged = { ...seal, row_hash: rowHash(changed) }
      const hash = sealHash(head?.signature ?? before?.seal.hash ?? GENESIS, forged)
      const touched = replaced(log, at, { seal: { ...forged, hash }, row: changed })
      const isLast = at === log.entries.length - 1
      const endsDay = log.heads.some(({ last_position }) => last_position === seal.position)
      const kinds = found(touched).map(({ kind }) => kind)
      expect(kinds).toEqual(isLast ? [] : endsDay ? ['day_rewritten'] : ['entry_rewritten'])
      // the newest entry is nobody's witness yet, unless it was kept elsewhere
      if (isLast) expect(found(touched, keptOf(log))).toMatchObject([{ kind: 'kept_differs', day: seal.day }])
    })
  })

  test('an end that was cut off, also when the log went on', () => {
    check(logAndPlace, ({ log, at }) => {
      const position = at + 1
      const heads = log.heads.filter(({ last_position }) => last_position < position)
      const cut = { ...log, entries: log.entries.slice(0, at), heads }
      expect(found(cut)).toMatchObject([{ kind: 'end_cut', position, until: log.counter }])
      const last = cut.entries.at(-1)?.seal
      const link = heads.at(-1)?.last_position === at ? heads.at(-1)?.signature : last?.hash
      const more = sealRows({ position: log.counter, link: link ?? GENESIS }, '2025-07-01', [
        { audit_log_id: 5000, row: null },
      ])
      const row = { seal: more[0], row: null } as Entry
      const closed = cut.heads.at(-1)?.day ?? ''
      const kinds = found({ ...cut, entries: [...cut.entries, row], counter: log.counter + 1 }).map(
        ({ kind }) => kind,
      )
      // an open day that was cut has no head; the sealer signs it before it begins another
      expect(kinds.filter((kind) => kind !== 'head_missing')).toEqual(['entries_missing', 'row_removed'])
      expect(kinds.includes('head_missing')).toBe(last !== undefined && last.day > closed)
    })
  })

  test('a head that was changed, taken away or signed by somebody else', () => {
    check(
      fc.tuple(
        bureau.filter((days) => days.length > 1),
        fc.nat(),
      ),
      ([days, nth]) => {
        const log = sealed(days)
        const at = nth % log.heads.length
        const head = log.heads[at] as Head
        const day = head.day
        const changed = log.heads.with(at, { ...head, rows: head.rows + 1 })
        expect(found({ ...log, heads: changed })).toMatchObject([{ kind: 'head_changed', day }])

        const gone = found({ ...log, heads: log.heads.toSpliced(at, 1) })
        expect(gone[at === log.heads.length - 1 ? 0 : 1]).toMatchObject({ kind: 'head_missing', day })

        const foreign = signHead(head, OTHER_KEY)
        expect(isSigned(foreign)).toBe(true)
        const kinds = found({ ...log, heads: log.heads.with(at, foreign) }).map(({ kind }) => kind)
        expect(kinds).toContain('foreign_key')
      },
    )
  })
})

describe('beside heads that were kept elsewhere', () => {
  test('an older backup is found, however whole it is', () => {
    check(fc.tuple(bureau, fc.nat()), ([days, nth]) => {
      const log = sealed(days)
      const keptDay = entryAt(log, log.entries.length - 1).seal.day
      const old = sealed(days.slice(0, nth % days.length))
      expect(found(old)).toEqual([])
      expect(found(old, keptOf(log))).toMatchObject([{ kind: 'kept_newer', day: keptDay }])
    })
  })

  test('so is one that work went on with', () => {
    check(fc.tuple(bureau, bureau, rowOf), ([days, others, odd]) => {
      const log = sealed([...days, days[0] ?? []])
      const other = sealed([[odd, ...(days[0] ?? [])], ...days.slice(1), ...others, others[0] ?? []])
      expect(found(other)).toEqual([])
      expect(found(other, keptOf(log))[0]).toMatchObject({ kind: 'kept_differs', day: '2025-05-30' })
    })
  })

  test('a head that is gone here while later ones are there is named', () => {
    const log = sealed([[{}], [{}], [{}], [{}]] as unknown as LoggedRow[][])
    const without = { ...log, heads: log.heads.toSpliced(1, 1) }
    expect(found(without, keptOf(log))).toContainEqual(
      expect.objectContaining({ kind: 'kept_missing', day: '2025-05-31' }),
    )
  })

  test('heads of another installation are not believed', () => {
    const days = [[{}], [{}]] as unknown as LoggedRow[][]
    const foreign = sealed(days, OTHER_KEY)
    expect(found(sealed(days), { heads: foreign.heads, tip: null })).toMatchObject([
      { kind: 'kept_unreliable', day: '2025-05-30' },
    ])
  })
})

test('every finding is a sentence with its place', () => {
  const log = sealed([[{}, {}, {}], [{}]] as unknown as LoggedRow[][])
  const { seal } = entryAt(log, 1)
  expect(found(replaced(log, 1, { seal, row: null })).map(findingText)).toEqual([
    'Row 1001, sealed on May 30, 2025 as entry 2, was removed from the log.',
  ])
  expect(found({ ...log, entries: log.entries.slice(0, 1), heads: [] }).map(findingText)).toEqual([
    'The chain has been longer: entries 2 to 4 (3 in all) are gone, the end of the log was cut off.',
  ])
})
