import { describe, expect, test } from 'vitest'
import { afterDiscard, afterSave } from './draft-content.ts'
import { mergeDrafts } from './merge.ts'

const merge = (seen: unknown, stored: unknown, typed: unknown) => mergeDrafts({ seen, stored, typed })

describe('two windows of one person', () => {
  test('[S-166] points, comments, ticks and fields of both stay, place by place', () => {
    const seen = { comments: { a: 'One' }, points: [{ key: 'p', text: 'Old' }], looked: [1, 2] }
    const stored = {
      comments: { a: 'One', b: 'Two' },
      points: [
        { key: 'p', text: 'Old' },
        { key: 'q', text: 'Of principle 1' },
      ],
      looked: [1, 2, 3],
    }
    const typed = {
      comments: { a: 'One, and more' },
      points: [
        { key: 'p', text: 'Older' },
        { key: 'r', text: 'Of principle 2' },
      ],
      looked: [1],
    }
    expect(merge(seen, stored, typed)).toEqual({
      values: {
        comments: { a: 'One, and more', b: 'Two' },
        points: [
          { key: 'p', text: 'Older' },
          { key: 'q', text: 'Of principle 1' },
          { key: 'r', text: 'Of principle 2' },
        ],
        looked: [1, 3],
      },
      isJoined: false,
      others: [],
    })
  })

  test('[S-166] two texts of one place both stand, with a line between, and what both had seen once', () => {
    expect(merge({}, { comments: { a: 'Mine' } }, { comments: { a: 'Yours' } })).toMatchObject({
      values: { comments: { a: 'Mine\n\nYours' } },
      isJoined: true,
    })
    expect(
      merge({ text: 'The map' }, { text: 'The map is old' }, { text: 'The map has a gap' }),
    ).toMatchObject({
      values: { text: 'The map is old\n\nhas a gap' },
    })
    expect(merge({ text: 'The ma' }, { text: 'The map' }, { text: 'The match' })).toMatchObject({
      values: { text: 'The map\n\nmatch' },
    })
    // a sentence that another window has put between what both had seen changes nothing of that
    expect(
      merge(
        { text: 'The map is old. It has 1.5 ha.' },
        { text: 'The map is old.\n\nPlease sign it.\n\nIt has 1.5 ha.' },
        { text: 'The map is old. It has 1.5 ha. Draw it again, with 1.7 ha.' },
      ),
    ).toMatchObject({
      values: {
        text: 'The map is old.\n\nPlease sign it.\n\nIt has 1.5 ha.\n\nDraw it again, with 1.7 ha.',
      },
    })
    // one that both windows have typed stands twice
    expect(merge({}, { text: 'Plot 1\nburned' }, { text: 'Plot 2\nburned' })).toMatchObject({
      values: { text: 'Plot 1\nburned\n\nPlot 2\nburned' },
    })
    // a text is not joined with itself
    expect(merge({}, { text: 'Mine' }, { text: 'Mine and more' })).toMatchObject({
      values: { text: 'Mine and more' },
      isJoined: false,
    })
  })

  test('[S-166] of two numbers or files the newer one is in the form, and the other is named', () => {
    const field = (project_area: string, id: number) => ({
      project_area,
      map_kml_id: { id, name: `${id}.kml` },
    })
    expect(merge({}, field('12', 1), field('13', 2))).toEqual({
      values: field('13', 2),
      isJoined: false,
      others: ['Project area: 12', 'Map kml: 1.kml'],
    })
  })

  test('what one of them changed and the other removed stays', () => {
    const point = (text: string) => ({ points: [{ key: 'p', kind: 'add', text }] })
    expect(merge(point('Old'), point('New'), { points: [] }).values).toEqual(point('New'))
    expect(merge(point('Old'), { points: [] }, point('New')).values).toEqual(point('New'))
    expect(merge(point('Old'), point('Old'), { points: [] }).values).toEqual({ points: [] })
  })

  test('the order of a list is that of the window which moved its items', () => {
    const lines = (...keys: string[]) => ({ criteria: keys.map((key) => ({ key })) })
    expect(merge(lines('a', 'b'), lines('b', 'a'), lines('a', 'b', 'c')).values).toEqual(lines('b', 'a', 'c'))
    expect(merge(lines('a', 'b'), lines('a', 'b', 'c'), lines('b', 'a')).values).toEqual(lines('b', 'a', 'c'))
  })

  test('two comments on different places are not mixed', () => {
    const on = (target: string, text: string) => ({ target, text })
    expect(merge({}, on('1', 'One'), on('2', 'Two'))).toMatchObject({ values: on('2', 'Two') })
  })
})

describe('a save', () => {
  const content = (values: Record<string, unknown>) => ({ form_key: 'k', values })
  const save = (
    id: string,
    values: Record<string, unknown>,
    seen: Record<string, unknown> | null = null,
  ) => ({
    id,
    content: content(values),
    seen,
  })

  test('that is repeated after a lost answer changes nothing, whatever was typed elsewhere since', () => {
    const first = afterSave(null, save('1', { text: 'Mine' })).content
    const edited = afterSave(first, save('2', { text: 'Me and mine' }, { text: 'Mine' })).content
    expect(afterSave(edited, save('1', { text: 'Mine' })).content).toEqual(edited)
  })

  test('after a discard elsewhere keeps what is new, and brings nothing back', () => {
    const seen = { comments: { a: 'Old' } }
    const { content: left } = afterSave(null, save('1', { comments: { a: 'Old', b: 'New' } }, seen))
    expect(left.values).toEqual({ comments: { b: 'New' } })
  })

  test('a discard keeps what another window has typed since', () => {
    const seen = { comments: { a: 'Old' }, points: [{ key: 'p', text: 'Old' }] }
    expect(afterDiscard(content(seen), { values: seen })).toBe(null)
    const more = { ...seen, comments: { a: 'Old', b: 'New' } }
    expect(afterDiscard(content(more), { values: seen })?.values).toEqual({ comments: { b: 'New' } })
    // and what a third window has entered in a place for one value
    const [three, told] = [content({ area: '3' }), ['Area: 2']]
    expect(afterDiscard({ ...three, others: told }, { values: { area: '1' } })).toMatchObject({
      values: { area: '3' },
      others: told,
    })
    // also where it goes itself, until it was read
    expect(afterDiscard({ ...three, others: told }, three)).toMatchObject({ values: {}, others: told })
    expect(afterDiscard({ ...three, others: told }, { ...three, others: told })).toBe(null)
    // a form that changes a record returns to the record
    const ofRecord = { ...content({ name: 'Typed', area: '5' }), began: { name: 'Stored', area: '1' } }
    expect(afterDiscard(ofRecord, { values: { name: 'Typed', area: '1' } })?.values).toEqual({
      name: 'Stored',
      area: '5',
    })
  })
})
