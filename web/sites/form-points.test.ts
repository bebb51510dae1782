import { expect, test } from 'vitest'
import type { Point, PointPlace } from '../../shared/review/points.schema.ts'
import { fieldOfPoint, withFormChange } from './form-points.ts'
import { emptySite, type SiteFormValues } from './site-form-values.ts'

const aPoint = (place: PointPlace, label: string, more: Partial<Point> = {}): Point => ({
  id: 1,
  kind: 'correct',
  place,
  label,
  principle_number: null,
  text: 'Please correct it.',
  round: 1,
  level: 'PENRO',
  sent_at: '2026-11-01T00:00:00.000Z',
  since: '2026-11-01T00:00:00.000Z',
  state: 'open',
  steps: [],
  draft_answer: null,
  change: null,
  ...more,
})

const initial: SiteFormValues = {
  ...emptySite(5),
  project_area: '10',
  agreement_id: { id: 1, name: 'agreement.pdf', scan_status: 'clean' },
  map_kml_id: { id: 2, name: 'map.kml', scan_status: 'clean' },
}
const changeOf = (point: Point, values: Partial<SiteFormValues>) =>
  withFormChange(point, { initial, values: { ...initial, ...values } }, () => undefined).change

const AREA = aPoint({ about: 'field', field: 'project_area' }, 'Project Area')
const AGREEMENT = aPoint({ about: 'file', file_id: 1 }, 'Agreement: agreement.pdf')
const MAP = aPoint({ about: 'file', file_id: 2 }, 'Location Map: map.kml')
const RECORD = aPoint({ about: 'record' }, 'The profile')

test('a change in the form is one at the place of its point alone', () => {
  expect(changeOf(AREA, {})).toBeNull()
  expect(changeOf(AREA, { name_of_partner: 'Samahan' })).toBeNull()
  expect(changeOf(AREA, { project_area: '12' })).toEqual({ what: 'changed', old: '10', new: '12' })
  expect(changeOf({ ...AREA, state: 'answered' }, { project_area: '12' })).toBeNull()
  expect(changeOf(RECORD, { project_area: '12' })).toEqual({
    what: 'changed',
    old: null,
    new: '1 change: Project Area',
  })
})

test('[S-167] a change in the form answers only what asks for it', () => {
  const kinds = ['correct', 'replace', 'add', 'explain', 'comment'] as const
  const answered = (point: Point, values: Partial<SiteFormValues>) =>
    kinds.filter((kind) => changeOf({ ...point, kind }, values))
  expect(answered(AREA, { project_area: '12' })).toEqual(['correct', 'replace', 'comment'])
  expect(answered(AREA, { project_area: '' })).toEqual([])
  expect(answered(RECORD, { name_of_partner: 'Samahan' })).toEqual(['correct', 'replace', 'add', 'comment'])
  const other = { id: 9, name: 'signed.pdf', scan_status: 'clean' } as const
  expect(answered(AGREEMENT, { agreement_id: other })).toEqual(['correct', 'replace', 'add', 'comment'])
  expect(answered(AGREEMENT, { agreement_id: null })).toEqual([])
})

test('another file is a change even under the same name, and of its own field', () => {
  const other = { id: 9, name: 'agreement.pdf', scan_status: 'clean' } as const
  expect(changeOf(AGREEMENT, { agreement_id: other })).toEqual({
    what: 'replaced',
    old: 'agreement.pdf',
    new: 'agreement.pdf',
  })
  expect(changeOf(MAP, { agreement_id: other })).toBeNull()
  expect(changeOf(MAP, { map_kml_id: { ...other, name: 'new.kml' } })).toEqual({
    what: 'replaced',
    old: 'map.kml',
    new: 'new.kml',
  })
})

test('each point of a field, a file or the boundary has its field of the form', () => {
  expect([AREA, AGREEMENT, MAP, aPoint({ about: 'boundary' }, 'Boundary'), RECORD].map(fieldOfPoint)).toEqual(
    ['project_area', 'agreement_id', 'map_kml_id', 'map_kml_id', null],
  )
})
