import { expect, test } from 'vitest'
import type { SummaryText } from '../../shared/summaries/summaries.schema.ts'
import {
  draftOfTexts,
  partState,
  type TypedTexts,
  unsavedOf,
  unsavedParts,
  withOthersSeen,
  withSaved,
  withTyped,
  withUnanswered,
} from './texts-draft.ts'

const written = (text: string, written_at: string): SummaryText => ({
  section: 'addressed_c',
  text,
  written_at,
  written_by: 'Ana Reyes',
  taken_from: null,
})
const at = (typed: TypedTexts, texts: SummaryText[]) => partState(typed, texts, 'addressed_c')

test('what is typed is unsaved until the server has it, blanks at the ends aside', () => {
  const texts = [written('Law', '1')]
  expect(at({}, texts)).toMatchObject({ value: 'Law', isUnsaved: false, base: '1' })
  const typed = withTyped({}, texts, 'addressed_c', 'Law and order')
  expect(at(typed, texts)).toMatchObject({ value: 'Law and order', isUnsaved: true, isOvertaken: false })
  expect(unsavedParts(typed, texts)).toEqual(['addressed_c'])
  const blank = withTyped({}, texts, 'addressed_c', 'Law \n')
  expect(at(blank, texts)).toMatchObject({ value: 'Law \n', isUnsaved: false })
  expect(unsavedOf(blank, texts)).toBe(null)
})

test('another one’s text is pointed out, and neither is lost; once read, the own one may take its place', () => {
  const typed = withTyped({}, [written('Law', '1')], 'addressed_c', 'Law and order')
  const texts = [written('Order', '2')]
  expect(at(typed, texts)).toMatchObject({ value: 'Law and order', isOvertaken: true, base: '1' })
  // further typing does not hide it
  const more = withTyped(typed, texts, 'addressed_c', 'Law and order!')
  expect(at(more, texts)).toMatchObject({ isOvertaken: true, base: '1' })
  expect(at(withOthersSeen(more, texts, 'addressed_c'), texts)).toMatchObject({
    value: 'Law and order!',
    isUnsaved: true,
    isOvertaken: false,
    base: '2',
  })
  // the same text from two people is no conflict
  expect(at(typed, [written('Law and order', '2')])).toMatchObject({ isUnsaved: false, isOvertaken: false })
})

test('a save whose answer was lost is known when the server has it', () => {
  const began = withTyped({}, [], 'addressed_c', 'Law')
  const lost = withUnanswered(began, 'addressed_c', 'Law')
  const texts = [written('Law', '2')]
  expect(at(lost, texts)).toMatchObject({ isUnsaved: false })
  const more = withTyped(lost, [], 'addressed_c', 'Law, and more')
  expect(at(more, texts)).toMatchObject({ isUnsaved: true, isOvertaken: false, base: '2' })
  expect(at(more, [written('Other', '2')])).toMatchObject({ isOvertaken: true, base: null })
})

test('what is typed while a save is on its way stays, on top of what was saved', () => {
  const typed = withTyped({}, [], 'addressed_c', 'Law, and more')
  expect(withSaved(typed, 'addressed_c', 'Law', written('Law', '2'))).toEqual({
    addressed_c: { text: 'Law, and more', written_at: '2', sent: null },
  })
  expect(withSaved(typed, 'addressed_c', 'Law, and more', written('Law, and more', '2'))).toEqual({})
})

test('a kept draft is read part by part, and what is none is left out', () => {
  const { read } = draftOfTexts({ id: 7, title: 'Summary' })
  expect(read({ addressed_c: { text: 'Law', written_at: null }, addressed_z: { text: 'x' }, a: 1 })).toEqual({
    addressed_c: { text: 'Law', written_at: null, sent: null },
  })
  expect(read('text')).toBe(null)
})
