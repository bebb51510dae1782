import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** how far a figure may be from what is counted, so that not every edit makes it wrong */
const MARGIN = 0.1

const lineCount = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
const isNear = (said: number, counted: number) => Math.abs(said - counted) <= MARGIN * counted

test('the tour names its files with about as many lines as they have, and their sum', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8')
  const [, files, lines = '', tour = ''] =
    /^## The tour: (\d+) files, ([\d,]+) lines.*\n([\s\S]*?)^## /m.exec(text) ?? []
  const named = [...tour.matchAll(/^\d+\. `([^`]+)` \((\d+)\)/gm)].map(([, file = '', said]) => ({
    file,
    said: Number(said),
    counted: lineCount(file),
  }))
  expect(named.map(({ file }) => file)).toContain('server/review/record.kind.ts')
  expect([named.length, tour.match(/^\d+\. /gm)?.length]).toEqual([Number(files), Number(files)])
  expect(named.filter(({ said, counted }) => !isNear(said, counted))).toEqual([])
  const sum = named.reduce((total, { counted }) => total + counted, 0)
  expect({ sum, isNear: isNear(Number(lines.replace(',', '')), sum) }).toEqual({ sum, isNear: true })
})

test('the conventions are ten, and their good examples are in the files that they name', () => {
  const text = readFileSync('docs/conventions.md', 'utf8')
  expect([...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  const examples = [...text.matchAll(/^```\w+\n(?:\/\/|--) (\S+)\n([\s\S]*?)^```$/gm)]
  expect(examples).toHaveLength(10)
  for (const [, file = '', code = ''] of examples) expect(readFileSync(file, 'utf8'), file).toContain(code)
  const paths = [...text.matchAll(/`((?:\.?[\w-]+\/)*[\w.-]+\.(?:ts|mjs|json))`/g)].map(
    ([, file = '']) => file,
  )
  expect(paths.filter((file) => file !== 'index.ts' && !existsSync(file))).toEqual([])
})
