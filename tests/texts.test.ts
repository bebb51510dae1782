import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { lineForm, paragraphForm } from '../shared/lib/text-form.ts'
import { numberForm } from '../shared/lib/typed-number.ts'
import { everyCall, textsOfCall } from './support/records/contract-texts.ts'

/** Texts that are stored as typed, or compared with what the product made. */
const AS_TYPED = [
  /^POST \/(login|reset-password|change-password|my-sign-in\/proof) body\.(old_)?password(_confirmation)?$/,
  // an unfinished form; when it is sent, each of its fields is normalized
  /^POST \/drafts\/:form body\.content$/,
]

const MEGABYTE = 1_048_576
/** more than any text of the contract may have, but for an unfinished form */
const LONG = MEGABYTE / 8
/** more than the limit of any search text */
const MUCH = 1000
const FORMS = [lineForm, paragraphForm, numberForm]

const calls = await everyCall()
const places = calls.flatMap((call) =>
  textsOfCall(call).map((text) => ({ ...text, place: `${call.method} ${call.path} ${text.place}` })),
)

/** Texts that are not normalized: combining letters, other kinds of spaces, invisible marks. */
const FORMLESS = [
  'Sto. Nin\u0303o',
  '\u202eab\u202c',
  'a\u200bb',
  'a\u000bb',
  'a\u00a0b\u2028',
  '\ufeff12.5',
  'x@y.zz\u200b',
]

test('the contract is read whole', () => {
  expect(calls.length).toBeGreaterThan(100)
  expect(places.length).toBeGreaterThan(200)
})

test('[S-128] no text of the contract is taken in without a limit', () => {
  const letters = ['a', ' ', '1', '\u200b', 'a@', '"']
  const takes = (schema: z.ZodMiniType, length: number) =>
    letters.some((letter) => {
      const { success, data } = z.safeParse(schema, letter.repeat(length / letter.length))
      return success && typeof data === 'string' && data.length > MUCH
    })
  // what takes a megabyte takes an eighth of it as well
  const taken = places.filter(({ schema }) => takes(schema, LONG) && takes(schema, MEGABYTE))
  expect([...new Set(taken.map(({ place }) => place))]).toEqual([])
})

test('[S-128] every text of the contract is taken in in the form of a line, a text or a number', () => {
  const formless = places.flatMap(({ place, schema }) =>
    FORMLESS.flatMap((text) => {
      const { success, data } = z.safeParse(schema, text)
      const isFormed = !success || typeof data !== 'string' || FORMS.some((form) => form(data) === data)
      return isFormed || AS_TYPED.some((exception) => exception.test(place)) ? [] : [place]
    }),
  )
  expect([...new Set(formless)]).toEqual([])
})

test('[S-128] texts are brought into a form in one place, passwords in theirs', () => {
  const sources = ['shared', 'server', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(?!.*\.test\.).*\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  const norming = sources.filter((file) => /(?<!posix|path)\.normalize\(/.test(readFileSync(file, 'utf8')))
  expect(norming.sort()).toEqual(['shared/auth/password-form.ts', 'shared/lib/text-form.ts'])
})
