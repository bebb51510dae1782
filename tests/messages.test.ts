import { readFileSync } from 'node:fs'
import { isArgumentElement, isLiteralElement, parse } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { RECORD_KINDS } from '../shared/access/record-kinds.ts'
import { EN } from '../shared/texts/en.ts'
import { LANGUAGES } from '../shared/texts/languages.ts'
import { sourcesOf } from './support/sources.ts'

/** The arguments of a message as ICU reads it; what is neither text nor a plain argument is not allowed (decision 35). */
function argumentsOf(message: string): string[] {
  const elements = parse(message)
  expect(
    elements.filter((one) => !isLiteralElement(one) && !isArgumentElement(one)),
    message,
  ).toEqual([])
  return elements
    .filter(isArgumentElement)
    .map(({ value }) => value)
    .toSorted()
}

test.each(Object.entries(LANGUAGES))(
  'every message in %s is ICU with the arguments of the English one',
  (_code, { texts }) => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(EN).toSorted())
    for (const [key, message] of Object.entries(EN)) {
      expect(argumentsOf(texts[key] ?? ''), key).toEqual(argumentsOf(message))
      expect(texts[key], key).not.toMatch(/^\s|\s$|<|>/)
    }
  },
)

/** What a mail is called by: its subject and the texts about one thing are named after it (decision 13). */
const mailOf = (key: string): string | undefined => /^mails\.(.+?)(?:_subject)?(?:_one)?$/.exec(key)?.[1]

/** Texts that each kind of record has, named after it. */
const OF_KINDS = Object.values(RECORD_KINDS).flatMap(({ word, many }) => [
  `mails.${word}_count`,
  `mails.place_${word}`,
  `mails.weekly_${many}`,
])

test('every message is used', () => {
  const sources = ['web', 'server', 'shared']
    .flatMap(sourcesOf)
    .filter((file) => !file.includes('shared/texts/en') && !file.includes('shared/texts/fil'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const unused = Object.keys(EN).filter(
    (key) =>
      !sources.includes(`'${key}'`) &&
      !sources.includes(`"${key}"`) &&
      !sources.includes(`'${mailOf(key)}'`) &&
      !sources.includes(`'mails.${mailOf(key)}'`) &&
      !OF_KINDS.includes(key.replace(/_one$/, '')) &&
      !/^common\.month_\d+$|^refused\./.test(key),
  )
  expect(unused).toEqual([])
})
