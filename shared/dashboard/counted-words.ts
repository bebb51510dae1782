import { formatMonth } from '../lib/manila-days.ts'
import type { PlaceKind } from '../review/points.schema.ts'
import { PLACE_WORDS } from './asked-places.ts'
import { APPLIES, type COUNTED_NAMES, NO_PROVINCE, type Stage } from './counted.ts'
import { ALL_CATEGORY, type DashboardChoice } from './dashboard.rules.ts'
import { stageName } from './messages.ts'
import { OWN_RECORD } from './report-scope.ts'

/** What narrows a list behind a number: its words, and the fields that it sets. */
export type Narrowing<Field extends string> = { words: string; fields: readonly Field[] }

/** The parameters of the list's address as texts; '' for one that is not set. */
type Read = (name: CountedName) => string
export type CountedName = (typeof COUNTED_NAMES)[keyof typeof COUNTED_NAMES][number]

type PlaceName = (id: string) => string

const gradeAt = (grade: string, principle: string): string => {
  const at = principle === '' ? 'some principle' : `Principle ${principle}`
  return grade === APPLIES ? `${at} applies` : `${grade} in ${at}`
}

/** Returns what a number counted, in words; one with several fields is removed with all of them. */
export function countedNarrowings(
  read: Read,
  { region, province }: { region: PlaceName; province: PlaceName },
): Narrowing<CountedName>[] {
  const of = (name: CountedName, words: (value: string) => string, more: readonly CountedName[] = []) =>
    read(name) === '' ? [] : [{ words: words(read(name)), fields: [name, ...more] }]
  return [
    ...of('in_region', region),
    ...of('in_province', (id) => (id === NO_PROVINCE ? 'No province' : province(id))),
    ...of('graded', (grade) => gradeAt(grade, read('graded_at')), ['graded_at']),
    // a figure is one of a year
    ...of('reporting_year', (year) => `Reports on ${year}`, ['figure']),
    ...of('figure', (figure) => `Figure ${figure}`),
    ...of('record', (kind) => (kind === 'profiles' ? 'Profiles' : 'Activities')),
    ...of('stage', (stage) => stageName({ stage: stage as Stage })),
    ...of('about', (about) => `Open points: ${PLACE_WORDS[about as PlaceKind] ?? about}`),
    ...of('month', (month) => `Approved in ${formatMonth(month)}`),
  ]
}

/** Returns the dashboard's filters that narrow a list, in words. */
export function choiceNarrowings(
  choice: DashboardChoice,
  { region, province }: { region: PlaceName; province: PlaceName },
): Narrowing<keyof DashboardChoice>[] {
  const { accessLevel, category, grade, principle } = choice
  return [
    ...(accessLevel === OWN_RECORD ? [{ words: 'Your own records', fields: ['accessLevel'] as const }] : []),
    ...(choice.region === '' ? [] : [{ words: region(choice.region), fields: ['region', 'penro'] as const }]),
    ...(choice.penro === '' ? [] : [{ words: province(choice.penro), fields: ['penro'] as const }]),
    ...(category === ALL_CATEGORY ? [] : [{ words: category, fields: ['category'] as const }]),
    ...(grade === '' ? [] : [{ words: gradeAt(grade, principle), fields: ['grade', 'principle'] as const }]),
  ]
}
