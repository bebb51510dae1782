import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** How many requirements of each level the standard has. */
const LEVELS = { 1: 70, 2: 183 }
const STATES = ['met', 'not applicable', 'not met'] as const

const sheet = readFileSync('docs/security/asvs-5-level-2.md', 'utf8')
const rows = sheet
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', level = '', asks = '', state = '', evidence = '', ...more] = line
      .slice(2, -2)
      .split(' | ')
    return { number, level: Number(level), asks, state, evidence, more }
  })

const order = (number: string) => number.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)

test('every requirement of level 1 and 2 has one row, in order, with one of three states', () => {
  for (const row of rows) {
    expect(row.number).toMatch(/^\d+\.\d+\.\d+$/)
    expect(row.more).toEqual([])
    expect([row.number, STATES.some((state) => state === row.state)]).toEqual([row.number, true])
    expect(row.asks.length, row.number).toBeGreaterThan(5)
  }
  const places = rows.map(({ number }) => order(number))
  expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
  for (const [level, count] of Object.entries(LEVELS))
    expect([level, rows.filter((row) => row.level === Number(level)).length]).toEqual([level, count])
})

test('the counts at its head are those of its rows', () => {
  const count = (level: number, state: string) =>
    rows.filter((row) => row.level === level && row.state === state).length
  const table = STATES.map((state) => {
    const [one, two] = [count(1, state), count(2, state)]
    return `| ${state} | ${one} | ${two} | ${one + two} |`
  })
  expect(sheet).toContain(table.join('\n'))
})

test('what is met has evidence that exists, and what is not says why', () => {
  for (const { number, state, evidence } of rows) {
    const named = [...evidence.matchAll(/`([\w.-]*(?:\/[\w.-]+)+|[\w.-]*\.\w+)`((?:,? "[^"]+")*)/g)]
    if (state === 'met') expect([number, named.length > 0]).toEqual([number, true])
    else expect(evidence.length, number).toBeGreaterThan(10)
    for (const [, file = '', titles = ''] of named) {
      expect([number, file, existsSync(file)]).toEqual([number, file, true])
      for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g))
        expect([number, file, title, readFileSync(file, 'utf8').includes(title)]).toEqual([
          number,
          file,
          title,
          true,
        ])
    }
  }
})

test('the pages about security lead to pages that exist', () => {
  for (const page of ['SECURITY.md', 'docs/security/README.md', 'docs/security/asvs-5-level-2.md'])
    for (const [, link = ''] of readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect([page, link, existsSync(path.join(path.dirname(page), link))]).toEqual([page, link, true])
})
