import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
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

test('two statements never share a name, nor does one that is prepared again', () => {
  const outdatings = { count: 0 }
  const names = statementNames(outdatings)
  const one = uses(names, 'select $1', 3).at(-1)
  const other = uses(names, 'select $2', 3).at(-1)
  outdatings.count += 1
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

const TABLES = [
  ...(/interface DB \{([^}]*)\}/.exec(readFileSync('db/types.ts', 'utf8'))?.[1] ?? '').matchAll(/(\w+):/g),
]
  .map(([, name]) => name)
  .join('|')
/** Every column of a table, in the words of Kysely. */
const EVERY_COLUMN = new RegExp(
  String.raw`returningAll\(|selectAll\('(?:${TABLES})'\)|selectFrom\('(?:${TABLES})'\)(?:(?!selectFrom|\n\n)[^])*?selectAll\(\)`,
  'g',
)

/** The text of SQL that begins here, without what is filled in. */
function textFrom(source: string): string {
  let text = ''
  let depth = 0
  for (const [part] of source.matchAll(/\$\{|[^]/g)) {
    if (part === '`' && depth === 0) break
    if (depth === 0) text += part === '${' ? '$' : part
    if (part === '${' || (part === '{' && depth > 0)) depth += 1
    if (part === '}' && depth > 0) depth -= 1
  }
  return text
}

/** The texts of SQL in a source, without what is in parentheses. */
const outerTexts = (source: string): string[] =>
  [...source.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map(({ 0: opening, index }) => {
    let outer = textFrom(source.slice(index + opening.length))
    while (/\([^()]*\)/.test(outer)) outer = outer.replace(/\([^()]*\)/g, '[]')
    return outer
  })

/** Whether a statement answers with every column of what it reads; what is in parentheses names its own columns. */
const answersWithEveryColumn = (outer: string): boolean =>
  /\b(?:select|returning)\b(?:[^;]*,)?\s*\w+\.\*/.test(outer) ||
  /\breturning\s+\*/.test(outer) ||
  (/\bselect\s+\*[^;]*?\bfrom\s+[\w$]/.test(outer) && !/\b(?:insert into|create)\b/.test(outer))

const unnamedColumnsIn = (source: string): string[] => [
  ...[...source.matchAll(EVERY_COLUMN)].map(([found]) => found),
  ...[...outerTexts(source)].filter(answersWithEveryColumn),
]

describe('a statement of the product names the columns of its answer', () => {
  test('so that a column which a newer version adds does not change it', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    )
    expect(TABLES.split('|').length).toBeGreaterThan(50)
    const found = files.flatMap((name) =>
      unnamedColumnsIn(readFileSync(path.join('server', name), 'utf8')).map((text) => `${name}: ${text}`),
    )
    expect(found).toEqual([])
  })

  test.each([
    [`db.insertInto('files').values(file).returningAll()`],
    [`db.selectFrom('files').where('id', '=', id).selectAll()`],
    [`db.selectFrom('files').innerJoin('users', 'a', 'b').selectAll('files').select('name')`],
    ['sql`select * from files where id = ${id}`'],
    ['sql<StoredFile>`select files.*, ${isInUse} as in_use from files`'],
    [
      'sql`with held as (select id from files) update files set name = ${`${name}!`} from held returning held.*`',
    ],
    ['sql`delete from files where id = any(${ids}) returning *`'],
  ])('a test finds %s', (source) => {
    expect(unnamedColumnsIn(source)).toHaveLength(1)
  })

  test.each([
    [`db.selectFrom(rows.as('rows')).selectAll()`],
    ['sql`select count(*) from files`'],
    ['sql`select * from (${waiting}) as waiting order by since`'],
    ['sql`insert into points select * from jsonb_to_recordset(${rows}) as (id integer)`'],
  ])('a test accepts %s', (source) => {
    expect(unnamedColumnsIn(source)).toEqual([])
  })
})
