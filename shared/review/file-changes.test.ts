import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChangedFile, documentChange, fileChanges } from './file-changes.ts'
import type { SnapshotFile } from './snapshot.schema.ts'
import { FULL, SEED } from '../../tests/support/full.ts'

const RUNS = { seed: SEED, numRuns: FULL ? 10_000 : 1_000 }

const file = (id: number, name: string, content: string): SnapshotFile => ({
  id,
  name,
  size: content.length,
  sha256: content.repeat(64).slice(0, 64),
})
const said = (changes: ChangedFile[]) =>
  changes.map(({ change, old, new: now }) => [change, old?.name ?? null, now?.name ?? null])

describe('what became of the files of one indicator', () => {
  test('the same files, in any order, are no change', () => {
    const files = [file(1, 'minutes.pdf', 'a'), file(2, 'photo.jpg', 'b')]
    expect(fileChanges(files, [...files].reverse())).toEqual([])
    expect(fileChanges([], [])).toEqual([])
  })

  test('the same content uploaded again under the same name is no change', () => {
    expect(fileChanges([file(1, 'minutes.pdf', 'a')], [file(9, 'Minutes.PDF', 'a')])).toEqual([])
  })

  test('added, removed, replaced under the same name, renamed with the same content; sorted by name', () => {
    const before = [
      file(1, 'Agenda.pdf', 'a'),
      file(2, 'minutes.pdf', 'b'),
      file(3, 'photo.jpg', 'c'),
      file(4, 'zones.csv', 'd'),
    ]
    const after = [
      file(1, 'Agenda.pdf', 'a'),
      file(5, 'MINUTES.pdf', 'e'),
      file(6, 'photo-of-the-assembly.jpg', 'c'),
      file(7, 'attendance.csv', 'f'),
    ]
    expect(said(fileChanges(before, after))).toEqual([
      ['added', null, 'attendance.csv'],
      ['replaced', 'minutes.pdf', 'MINUTES.pdf'],
      ['renamed', 'photo.jpg', 'photo-of-the-assembly.jpg'],
      ['removed', 'zones.csv', null],
    ])
  })

  test('a name given to other content, whose old content got another name, is told as renamed and added', () => {
    const before = [file(1, 'plan.pdf', 'a')]
    const after = [file(2, 'plan.pdf', 'b'), file(3, 'plan-2029.pdf', 'a')]
    expect(said(fileChanges(before, after))).toEqual([
      ['renamed', 'plan.pdf', 'plan-2029.pdf'],
      ['added', null, 'plan.pdf'],
    ])
  })

  test('two files of one content are told apart by their names', () => {
    const before = [file(1, 'a.png', 'x'), file(2, 'b.png', 'x')]
    expect(said(fileChanges(before, [file(2, 'b.png', 'x')]))).toEqual([['removed', 'a.png', null]])
    expect(said(fileChanges(before, [file(8, 'b.png', 'x'), file(9, 'c.png', 'x')]))).toEqual([
      ['renamed', 'a.png', 'c.png'],
    ])
  })

  test('ñ written as one letter or as two is the same name', () => {
    expect(fileChanges([file(1, 'Peñablanca.pdf', 'a')], [file(2, 'Pen\u0303ablanca.pdf', 'a')])).toEqual([])
  })

  test('the one file of a document: other content is replaced whatever its name, another name alone is renamed', () => {
    const old = file(1, 'agreement.pdf', 'a')
    expect(documentChange(old, file(2, 'agreement.pdf', 'a'))).toBeNull()
    expect(documentChange(old, file(2, 'signed.pdf', 'a'))).toBe('renamed')
    expect(documentChange(old, file(2, 'agreement.pdf', 'b'))).toBe('replaced')
    expect(documentChange(old, file(2, 'signed.pdf', 'b'))).toBe('replaced')
  })
})

describe(`properties (seed ${SEED}, ${RUNS.numRuns} runs each)`, () => {
  /** Few names and contents, so that most coincide; names are unique in an indicator, as the server ensures. */
  const files = (firstId: number) =>
    fc
      .uniqueArray(fc.record({ name: fc.constantFrom(...'abcdefgh'), content: fc.constantFrom(...'stuv') }), {
        selector: ({ name }) => name,
        maxLength: 8,
      })
      .map((all) => all.map(({ name, content }, index) => file(firstId + index, `${name}.pdf`, content)))
  /** Two states of an indicator: some files remain with their id, others are new. */
  const states = fc
    .tuple(files(1), files(100), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
    .map(([before, others, stay]) => {
      const kept = before.filter((_, index) => stay[index])
      const names = new Set(kept.map(({ name }) => name))
      return { before, after: [...kept, ...others.filter(({ name }) => !names.has(name))] }
    })

  const identity = ({ name, sha256 }: SnapshotFile) => `${name} ${sha256}`
  const sorted = (all: SnapshotFile[]) => all.map(identity).sort()

  test('what was there, with the changes carried out, is what is there now', () => {
    fc.assert(
      fc.property(states, ({ before, after }) => {
        const changes = fileChanges(before, after)
        const gone = new Set(changes.flatMap(({ old }) => (old ? [old.id] : [])))
        const come = changes.flatMap((change) => (change.new ? [change.new] : []))
        expect(sorted([...before.filter(({ id }) => !gone.has(id)), ...come])).toEqual(sorted(after))
      }),
      RUNS,
    )
  })

  test('no file is in two changes, and each kind says what it means', () => {
    fc.assert(
      fc.property(states, ({ before, after }) => {
        const changes = fileChanges(before, after)
        const olds = changes.flatMap(({ old }) => (old ? [old.id] : []))
        const news = changes.flatMap((one) => (one.new ? [one.new.id] : []))
        expect(new Set(olds).size).toBe(olds.length)
        expect(new Set(news).size).toBe(news.length)
        for (const { change, old, new: now } of changes) {
          expect([old !== null, now !== null]).toEqual([change !== 'added', change !== 'removed'])
          if (change === 'renamed') expect(old?.sha256 === now?.sha256 && old?.name !== now?.name).toBe(true)
          if (change === 'replaced') expect(old?.sha256 !== now?.sha256 && old?.name === now?.name).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('nothing is both taken away and added that could have been told as one change', () => {
    fc.assert(
      fc.property(states, ({ before, after }) => {
        const changes = fileChanges(before, after)
        const removed = changes.flatMap(({ change, old }) => (change === 'removed' && old ? [old] : []))
        const added = changes.flatMap((one) => (one.change === 'added' && one.new ? [one.new] : []))
        for (const old of removed)
          for (const now of added) expect([old.sha256, old.name]).not.toContain(now.sha256)
        for (const old of removed) expect(added.map(({ name }) => name)).not.toContain(old.name)
      }),
      RUNS,
    )
  })

  test('backwards it is the same story told backwards', () => {
    const back = { added: 'removed', removed: 'added', replaced: 'replaced', renamed: 'renamed' } as const
    const told = (changes: ChangedFile[]) =>
      changes
        .map(({ change, old, new: now }) => `${change} ${old && identity(old)} ${now && identity(now)}`)
        .sort()
    fc.assert(
      fc.property(states, ({ before, after }) => {
        const there = fileChanges(before, after)
        const turned = there.map(
          (one): ChangedFile => ({ change: back[one.change], old: one.new, new: one.old }),
        )
        expect(told(fileChanges(after, before))).toEqual(told(turned))
      }),
      RUNS,
    )
  })

  test('the order in which files are listed changes nothing', () => {
    fc.assert(
      fc.property(states, ({ before, after }) => {
        expect(fileChanges([...before].reverse(), [...after].reverse())).toEqual(fileChanges(before, after))
      }),
      RUNS,
    )
  })
})
