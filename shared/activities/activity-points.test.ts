import { describe, expect, test } from 'vitest'
import type { SitePrinciple } from '../principles/principles.schema.ts'
import type { AskedPoint } from '../review/point-answers.ts'
import type { PointPlace, StoredKind } from '../review/points.schema.ts'
import type { SnapshotFile } from '../review/snapshot.schema.ts'
import { activityChanges } from './activity-changes.ts'
import { activityChangesAt, activityLabel } from './activity-points.ts'
import type { ActivitySnapshot } from './activity-snapshot.schema.ts'
import { gradeActivity } from './grading.ts'
import { NO_SWITCHES } from './switches.ts'

const FIGURE = { id: 7, name: 'Trainings held', unit: '', is_whole: true, adds_up: true, part_of: null }

/** Principle n has two criteria of two indicators each: n11, n12, n21 and n22, numbered n.1.1 and so on. */
const principle = (principle_number: number): SitePrinciple => ({
  id: principle_number,
  principle_number,
  batch_number: 1,
  title: `Principle ${principle_number}`,
  checks: [],
  last_criteria_number: 2,
  last_criteria_indicator_number: 2,
  criteria: [1, 2].map((order) => ({
    id: principle_number * 10 + order,
    order,
    title: 'Criterion',
    sites_principle_id: principle_number,
    criteria_indicator: [1, 2].map((indicator) => {
      const id = principle_number * 100 + order * 10 + indicator
      return {
        id,
        order: indicator,
        title: 'Indicator',
        helper: '[]',
        figures: id === 311 ? [FIGURE] : [],
      }
    }),
  })),
})
const BATCH = [1, 2, 3, 4, 5, 6, 7, 8].map(principle)
const INDICATORS = BATCH.flatMap(({ criteria }) =>
  criteria.flatMap(({ criteria_indicator }) => criteria_indicator.map(({ id }) => id)),
)

const file = (id: number, name: string, content = name): SnapshotFile => ({
  id,
  name,
  size: 10,
  sha256: content.padEnd(64, '0'),
})
const snapshot = (
  evidence: Record<number, SnapshotFile[]>,
  more: Partial<ActivitySnapshot> = {},
): ActivitySnapshot => ({
  ...NO_SWITCHES,
  grades: gradeActivity(BATCH, NO_SWITCHES, new Set(Object.keys(evidence).map(Number))),
  evidence: Object.entries(evidence).map(([id, files]) => ({
    sites_criteria_indicator_id: Number(id),
    files,
  })),
  reporting_year: null,
  facts: [],
  ...more,
})

describe('what was changed', () => {
  const before = snapshot({ 111: [file(1, 'a.pdf'), file(2, 'b.pdf')] })
  /** The changes that answer a point to correct, or of this kind; `asked` are the other open points. */
  const at = (after: ActivitySnapshot, kind: StoredKind = 'correct', asked: AskedPoint[] = []) => {
    const compare = activityChangesAt(before, after, BATCH, asked)
    return (place: PointPlace) => compare({ kind, place })
  }

  test('at a file: replaced, renamed, removed; of its neighbours nothing', () => {
    const changed = at(snapshot({ 111: [file(3, 'a.pdf', 'new'), file(4, 'c.pdf', 'b.pdf')] }))
    expect(changed({ about: 'file', file_id: 1 })).toEqual({ what: 'replaced', old: 'a.pdf', new: 'a.pdf' })
    expect(changed({ about: 'file', file_id: 2 })).toEqual({ what: 'renamed', old: 'b.pdf', new: 'c.pdf' })
    expect(changed({ about: 'file', file_id: 99 })).toBeNull()
    const removed = at(snapshot({ 111: [file(2, 'b.pdf')] }))
    // a mere removal answers nothing
    expect(removed({ about: 'file', file_id: 1 })).toBeNull()
    expect(removed({ about: 'file', file_id: 2 })).toBeNull()
    // a file that was added is the answer to a point about its indicator, and to no point about a file
    const added = at(snapshot({ 111: [file(1, 'a.pdf'), file(2, 'b.pdf'), file(5, 'c.pdf')] }))
    expect(added({ about: 'indicator', sites_criteria_indicator_id: 111 })?.new).toBe('c.pdf added')
    for (const file_id of [1, 2, 5]) expect(added({ about: 'file', file_id })).toBeNull()
  })

  test('at an indicator, its figure, its principle and the activity; at their neighbours nothing', () => {
    const facts = [
      {
        sites_criteria_indicator_id: 311,
        what_happened: 'One.',
        figures: [{ indicator_figure_id: 7, value: '3' }],
      },
    ]
    const changed = at(snapshot({ 111: [file(1, 'a.pdf'), file(2, 'b.pdf')] }, { facts }))
    expect(changed({ about: 'figure', indicator_figure_id: 7 })).toEqual({
      what: 'changed',
      old: null,
      new: '3',
    })
    expect(changed({ about: 'indicator', sites_criteria_indicator_id: 311 })?.new).toBe(
      'what happened, Trainings held',
    )
    expect(changed({ about: 'principle', principle_number: 3 })?.new).toBe(
      '3.1.1 what happened, 3.1.1 Trainings held',
    )
    expect(changed({ about: 'record' })?.new).toBe('Principle #3')
    expect(changed({ about: 'indicator', sites_criteria_indicator_id: 312 })).toBeNull()
    expect(changed({ about: 'principle', principle_number: 2 })).toBeNull()
    expect(changed({ about: 'figure', indicator_figure_id: 8 })).toBeNull()
    expect(changed({ about: 'boundary' })).toBeNull()
    const text = at(
      snapshot(
        { 111: [file(1, 'a.pdf'), file(2, 'b.pdf')] },
        { facts: [{ sites_criteria_indicator_id: 312, what_happened: 'Two.', figures: [] }] },
      ),
    )
    expect(text({ about: 'indicator', sites_criteria_indicator_id: 312 })).toEqual({
      what: 'changed',
      old: null,
      new: 'Two.',
    })
    expect(at(before)({ about: 'record' })).toBeNull()
  })

  test('[S-167] answers a point only if it is what the point asks for', () => {
    const words = (text: string) =>
      snapshot(
        { 111: [file(1, 'a.pdf'), file(2, 'b.pdf')] },
        { facts: [{ sites_criteria_indicator_id: 111, what_happened: text, figures: [] }] },
      )
    const indicator: PointPlace = { about: 'indicator', sites_criteria_indicator_id: 111 }
    const places: PointPlace[] = [indicator, { about: 'principle', principle_number: 1 }, { about: 'record' }]
    for (const place of places) {
      expect(at(words('One word.'), 'explain')(place), place.about).toBeNull()
      expect(at(words('One word.'), 'replace')(place), place.about).toBeNull()
      expect(at(words('One word.'), 'add')(place), place.about).not.toBeNull()
      // without b.pdf, and with its switch turned off
      const less = snapshot({ 111: [file(1, 'a.pdf')] })
      for (const kind of ['explain', 'replace', 'add', 'correct', 'comment'] as const)
        expect(at(less, kind)(place), `${kind} ${place.about}`).toBeNull()
      const off = { ...before, disabled_indicator: ['112'] }
      expect(at(off, 'add')(place), place.about).toBeNull()
    }
    // what happens under the next indicator is elsewhere
    const elsewhere = snapshot({ 111: [file(1, 'a.pdf'), file(2, 'b.pdf')], 112: [file(9, 'c.pdf')] })
    for (const kind of ['replace', 'add', 'correct', 'comment'] as const)
      expect(at(elsewhere, kind)(indicator), kind).toBeNull()
  })

  test('[S-167] a file in the place of one that is asked for replaces it, and is no addition', () => {
    const replace = (file_id: number): AskedPoint => ({ kind: 'replace', place: { about: 'file', file_id } })
    const add: AskedPoint = {
      kind: 'add',
      place: { about: 'indicator', sites_criteria_indicator_id: 111 },
    }
    const asked = [replace(1), replace(2), add]
    const answers = (files: SnapshotFile[]) =>
      asked.map((one) => activityChangesAt(before, snapshot({ 111: files }), BATCH, asked)(one))
    const replaced = (old: string, now: string) => ({ what: 'replaced', old, new: now })
    expect(answers([file(9, 'x.pdf')])).toEqual([replaced('a.pdf', 'x.pdf'), null, null])
    expect(answers([file(9, 'x.pdf'), file(10, 'y.pdf'), file(11, 'z.pdf')])).toEqual([
      replaced('a.pdf', 'x.pdf'),
      replaced('b.pdf', 'y.pdf'),
      { what: 'changed', old: null, new: 'z.pdf added' },
    ])
    // the old file is still there
    expect(answers([file(1, 'a.pdf'), file(2, 'b.pdf'), file(9, 'x.pdf')])).toEqual([
      null,
      null,
      { what: 'changed', old: null, new: 'x.pdf added' },
    ])
    // the same content under another name is no other file
    expect(answers([file(9, 'x.pdf', 'a.pdf'), file(2, 'b.pdf')])).toEqual([null, null, null])
    const all: AskedPoint = { ...add, kind: 'replace' }
    const whole = activityChangesAt(before, snapshot({ 111: [file(9, 'x.pdf')] }), BATCH, [all])
    expect(whole(all)?.new).toBe('a.pdf replaced by x.pdf')
  })

  test('at 200 places of 2,700 files costs about as much as at one', () => {
    const files = (version: string) =>
      Object.fromEntries(
        INDICATORS.map((id) => [
          id,
          Array.from({ length: 85 }, (_, n) => file(id * 100 + n, `${id}-${n}.pdf`, `${id}-${n}-${version}`)),
        ]),
      )
    const [was, is] = [snapshot(files('a')), snapshot(files('b'))]
    const places = INDICATORS.flatMap((id) => Array.from({ length: 7 }, (_, n) => id * 100 + n)).slice(0, 200)
    const fastest = (work: () => void) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const start = performance.now()
          work()
          return performance.now() - start
        }),
      )
    const one = fastest(() => activityChanges(was, is, BATCH))
    const all = fastest(() => {
      const points = places.map(
        (file_id): AskedPoint => ({ kind: 'replace', place: { about: 'file', file_id } }),
      )
      const changed = activityChangesAt(was, is, BATCH, points)
      for (const point of points) changed(point)
    })
    expect(all / one, `${all.toFixed(1)} ms for all, ${one.toFixed(1)} ms for one`).toBeLessThan(10)
    console.info(
      `200 places of an activity cost ${(all / one).toFixed(2)} times one comparison (${one.toFixed(1)} ms)`,
    )
  })
})

test('an activity has the places of its own batch and its own files, each with its name', () => {
  const activity = {
    verification: [
      { sites_criteria_indicator_id: 111, upload: [{ upload_id: 1, upload_file_name: 'a.pdf' }] },
    ] as unknown as Parameters<typeof activityLabel>[0]['verification'],
  }
  const named = (place: Parameters<typeof activityLabel>[2]) =>
    activityLabel(activity, BATCH, place)?.label ?? null
  expect(named({ about: 'file', file_id: 1 })).toBe('1.1.1 a.pdf')
  expect(named({ about: 'file', file_id: 2 })).toBeNull()
  expect(named({ about: 'figure', indicator_figure_id: 7 })).toBe('3.1.1 Trainings held')
  expect(named({ about: 'indicator', sites_criteria_indicator_id: 822 })).toBe('8.2.2 Indicator')
  expect(named({ about: 'principle', principle_number: 9 })).toBeNull()
  expect(named({ about: 'field', field: 'reporting_year' })).toBe('Reporting year')
  expect(named({ about: 'field', field: 'grades' })).toBeNull()
  expect(named({ about: 'boundary' })).toBeNull()
})
