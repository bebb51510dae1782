import { expect, test } from 'vitest'
import { EN } from '../../shared/texts/en.ts'
import { translator } from '../../shared/texts/translate.ts'
import { demandSentence, forcedSentence } from './demand-sentence.ts'

const t = translator(EN)
const TODAY = '2026-11-27'
const none = { demand: 'off', required_from: null, has_factor: false } as const

test.each([
  [none, 'Your level does not ask for a second factor. You can set one up to protect your account.'],
  [{ ...none, demand: 'offered' }, 'Your level recommends a second factor. It is not required.'],
  [
    { ...none, demand: 'required', required_from: '2026-12-12' },
    'From Dec 12, 2026 your level needs a second factor.',
  ],
  [
    { ...none, demand: 'required', required_from: TODAY },
    'Your level needs a second factor: please set one up now. Everything else opens when that is done.',
  ],
  [{ ...none, has_factor: true }, 'Your second factor is set up. It is asked for when you log in.'],
  [
    { demand: 'required', required_from: '2026-12-12', has_factor: true },
    'Your level needs a second factor, and yours is set up.',
  ],
] as const)('%j', (demanded, sentence) => {
  expect(demandSentence(t, demanded, TODAY)).toBe(sentence)
})

test('who must set one up reads the reason: the day has come, or a reset', () => {
  const from = (required_from: string) => ({ demand: 'required', required_from, has_factor: false }) as const
  expect(forcedSentence(t, from(TODAY), TODAY)).toBe(demandSentence(t, from(TODAY), TODAY))
  const RESET =
    'Your second factor was reset: please set up a new one now. Everything else opens when that is done.'
  expect(forcedSentence(t, from('2026-12-12'), TODAY)).toBe(RESET)
  expect(forcedSentence(t, none, TODAY)).toBe(RESET)
})
