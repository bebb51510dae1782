import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * A class that no sheet defines has no effect, and one that no component uses is dead; the compiler reports neither.
 */

const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).map((file) => path.join('web', file))
const withoutWords = (css: string) => css.replace(/\/\*[^]*?\*\/|"[^"]*"|url\([^)]*\)/g, '')
const classesOf = (sheet: string): Set<string> => {
  const own = withoutWords(readFileSync(sheet, 'utf8')).replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
  return new Set([...own.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}

test('components take the classes that their sheets have, and all of them', () => {
  const sheets = files.filter((file) => file.endsWith('.module.css'))
  const known = new Map(sheets.map((sheet) => [sheet, classesOf(sheet)]))
  const unused = new Map(sheets.map((sheet) => [sheet, classesOf(sheet)]))
  const missing: string[] = []
  for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
    const text = readFileSync(file, 'utf8')
    const body = text.replace(/^import .*$/gm, '')
    for (const [, name = '', sheet = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const at = path.join(path.dirname(file), sheet)
      for (const [, one = ''] of body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
        if (!known.get(at)?.has(one)) missing.push(`${file}: ${name}.${one}`)
        unused.get(at)?.delete(one)
      }
      // selected by a value
      if (text.includes(`${name}[`)) unused.delete(at)
    }
  }
  expect(missing).toEqual([])
  expect([...unused].flatMap(([sheet, names]) => [...names].map((one) => `${sheet}: ${one}`))).toEqual([])
})

const namesIn = (text: string): string[] => text.match(/[\w-]+/g) ?? []

test('each recipe is used, by a component or by the sheet of one', () => {
  const recipes = classesOf('web/ui/theme/recipes.css')
  for (const file of files.filter((one) => /\.(tsx|css)$/.test(one))) {
    const text = readFileSync(file, 'utf8')
    const given = file.endsWith('.css')
      ? text.matchAll(/composes: ([^;]*) from global/g)
      : text.matchAll(/className[=:]\s?\{?["'`]([^"'`]*)["'`]/g)
    for (const [, names = ''] of given) for (const name of namesIn(names)) recipes.delete(name)
  }
  expect([...recipes]).toEqual([])
})

/** a few lines are a recipe or a prop of the kit, not a sheet */
const LEAST_LINES = 25

/** have neither; what one of them shows is not sent with the others */
const PUBLIC = /^web.(public|approved|certificates|public-log|open-data)\b/

test('a sheet of its own has something to say', () => {
  const small = files
    .filter((file) => file.endsWith('.module.css') && !PUBLIC.test(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines < LEAST_LINES)
  expect(small).toEqual([])
})
