import { expect, test } from 'vitest'
import { statementNames } from './prepared-statements.ts'

const uses = (names: ReturnType<typeof statementNames>, text: string, times: number) =>
  Array.from({ length: times }, () => names.nameOf(text))

test('a statement gets its name at the third use and keeps it', () => {
  const names = statementNames()
  const [first, second, third, ...later] = uses(names, 'select $1', 6)
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toBeTypeOf('string')
  expect(new Set(later)).toEqual(new Set([third]))
})

test('two statements never share a name, nor does one after it was forgotten', () => {
  const names = statementNames()
  const one = uses(names, 'select $1', 3).at(-1)
  const other = uses(names, 'select $2', 3).at(-1)
  names.forget('select $1')
  const again = uses(names, 'select $1', 3).at(-1)
  expect(new Set([one, other, again]).size).toBe(3)
})

test('one connection gives the same text another name than another text on any other connection', () => {
  const [here, there] = [statementNames(), statementNames()]
  const name = uses(here, 'select $1', 3).at(-1)
  expect(uses(there, 'select $1, $2', 3).at(-1)).not.toBe(name)
})

test('a statement with a pattern is planned for what it looks for', () => {
  const names = statementNames()
  expect(uses(names, 'select * from files where name ilike $1', 9).every((name) => !name)).toBe(true)
  expect(uses(names, 'select "likelihood" from files where id = $1', 3).at(-1)).toBeTypeOf('string')
})

test('ever new statements take no names and do not keep one that repeats from its own', () => {
  const names = statementNames()
  const given = Array.from({ length: 20_000 }, (_, n) => names.nameOf(`select ${n}, $1`)).filter(Boolean)
  expect(given).toEqual([])
  expect(uses(names, 'select $1', 3).at(-1)).toBeTypeOf('string')
})

test('one connection gives at most 100 names', () => {
  const names = statementNames()
  const given = new Set<string>()
  for (let n = 0; n < 1_000; n += 1)
    for (const name of uses(names, `select ${n}, $1`, 4)) if (name) given.add(name)
  expect(given.size).toBe(100)
})
