import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { DRAWERS, OPEN_DRAWERS } from './support/drawers.ts'

/** Which room may import which; '*' stands for packages (docs/decisions/01-one-package.md). */
const MAY_IMPORT: Record<string, string[]> = {
  shared: ['shared'],
  server: ['server', 'shared', 'db', '*'],
  web: ['web', 'shared', '*'],
  scripts: ['scripts', 'server', 'shared', 'db', '*'],
  bench: ['bench', 'server', 'shared', 'db', '*'],
}
const SHARED_PACKAGES = ['zod/mini', 'geographiclib-geodesic', 'flatbush', 'jsts']
/** The kit of the staff pages is not in the public entry, which phones load. */
const STAFF_ONLY = [
  '@mantine/',
  '@tanstack/',
  'web/ui/',
  'web/app/',
  'web/sites/',
  'web/activities/',
  'web/review/',
]
const PUBLIC_DRAWERS = [
  'web/public',
  'web/approved',
  'web/open-data',
  'web/auth',
  'web/sign-in',
  'web/certificates',
  'web/summaries/document',
]
/** the files of staff drawers that public pages consist of */
const PUBLIC_FILES = [
  'web/reading.ts',
  'web/summaries/DocumentView.tsx',
  'web/summaries/ReadingPage.tsx',
  'web/summaries/SummaryPage.tsx',
]

/** programs that run without the product, which serves their source to readers */
const HANDED_OUT = /^scripts[/\\].*\.py\?raw$/

const IMPORT = /(?<!')\b(?:from|import)\s*\(?\s*'([^']+)'/g

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesOf(file)
    return /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts') ? [file] : []
  })
}

/** The imports of a text: paths from the root for our own files, names for packages. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, name = '']) =>
    name.startsWith('.') ? path.normalize(path.join(path.dirname(file), name)) : name,
  )
}

function forbidden(file: string, text: string): string[] {
  const room = file.split(path.sep)[0] ?? ''
  const allowed = MAY_IMPORT[room] ?? []
  return importsOf(file, text).filter((name) => {
    const own = Object.keys(MAY_IMPORT)
      .concat('db', 'tests')
      .find((other) => name.startsWith(`${other}${path.sep}`))
    if (own && room === 'server' && HANDED_OUT.test(name)) return false
    if (own) return !allowed.includes(own)
    if (room === 'shared')
      return !SHARED_PACKAGES.some((known) => name === known || name.startsWith(`${known}/`))
    return !allowed.includes('*')
  })
}

/**
 * The open files of other drawers: on the server those that read and change records, in the pages those that call it.
 */
const OPEN_FILES: Record<string, RegExp> = {
  server: /\.(queries|actions|jobs|routes|mails|kind)\.ts$/,
  web: /\.calls\.ts$/,
}
/** the evidence of a principle is under its criteria, so both drawers show the same list */
const GIVEN = [
  'web/principles/CriteriaList.tsx',
  'web/principles/HelperNotes.tsx',
  // the dashboard draws the same map of the regions as the public list
  'web/approved/region-outlines.ts',
  'web/approved/region-points.ts',
  // a summary is published in steps as a record is reviewed, and both are compared with the log in one way
  'server/claims/chain-faults.ts',
  // the list of the kinds of record, for what works with each of them
  'server/pending/kinds.ts',
]

function acrossDrawers(file: string, text: string): string[] {
  const [room = '', drawer = ''] = file.split(path.sep)
  const open = OPEN_FILES[room]
  const common = OPEN_DRAWERS[room]
  if (!open || !common || common.includes(drawer) || file.split(path.sep).length < 3) return []
  return importsOf(file, text).filter((name) => {
    const [otherRoom, otherDrawer = ''] = name.split(path.sep)
    if (otherRoom !== room || otherDrawer === drawer || common.includes(otherDrawer)) return false
    return !open.test(name) && !GIVEN.includes(name.split(path.sep).join('/'))
  })
}

/** What a file imports from above its own drawer, or from a drawer that is not in the list of its room. */
function upwards(file: string, text: string): string[] {
  const [room = '', drawer = '', ...inside] = file.split(path.sep)
  const order = DRAWERS[room]
  if (!order || inside.length === 0) return []
  return importsOf(file, text).filter((name) => {
    const [otherRoom, otherDrawer = '', ...otherInside] = name.split(path.sep)
    if (otherRoom !== room) return false
    const other = otherInside.length === 0 ? Number.POSITIVE_INFINITY : order.indexOf(otherDrawer)
    return other < 0 || other > order.indexOf(drawer)
  })
}

/** A constant or a quoted text that is a sentence. */
const SENTENCE_CONSTANT = /\bconst ([A-Z][A-Z_]+) =\s*(['"`])[^'"`\n]* [^'"`\n]*[.!?]\2/g
const COMPARED = [
  /[=!]==\s*(['"`])[A-Z][^'"`\n]* [^'"`\n]*[.!?]\1/g,
  /\b(?:message|sentence|complaint)\s*[=!]==(?!\s*(?:null|undefined|''|'string'))/g,
  /[=!]==\s*(?:\w+\??\.)*(?:message|sentence|complaint)\b(?!\()/g,
  /[=!]==\s*sentenceOf\(/g,
  /\b(?:message|sentence|complaint)\??\.(?:includes|startsWith|endsWith|match|search|indexOf)\(/g,
  /\b(?:test|exec|includes)\((?:\w+\.)*(?:message|sentence|complaint)\)/g,
]

/**
 * Files that may examine a sentence: of a program without codes, for a name in it, or to see whether it has changed.
 */
const MAY_LOOK = [
  'server/geodata/kml/xml-reader.ts',
  'server/database/database-faults.ts',
  'server/database/database-error-message.ts',
  'server/embedded-postgres/postmaster.ts',
  'server/http/http.ts',
  'server/database/prepared-statements.ts',
  'server/public-log/days.actions.ts',
  'server/public-log/sealing.ts',
  'shared/files/file-checks.ts',
  'shared/sites/sites.rules.ts',
  'web/sites/BoundaryFacts.tsx',
].map(path.normalize)

/** Where a text compares sentences; `constants` are names of sentences that it may import. */
function comparisons(text: string, constants: readonly string[]): string[] {
  const own = [...text.matchAll(SENTENCE_CONSTANT)].map(([, name = '']) => name)
  const known = constants.filter((name) => own.includes(name) || !text.includes(`const ${name} =`))
  const names = `(?:${known.join('|')})\\b`
  const named = new RegExp(`[=!]==\\s*${names}|\\b${names}\\s*[=!]==|\\b(?:includes\\(|case )${names}`, 'g')
  return [named, ...COMPARED].flatMap((one) => text.match(one) ?? [])
}

function tooHeavy(file: string, text: string): string[] {
  if (file.startsWith(path.join('web', 'ui', 'theme'))) return []
  return importsOf(file, text).filter(
    (name) => STAFF_ONLY.some((heavy) => name.startsWith(heavy)) && !/ui.theme.*\.(css|svg)$/.test(name),
  )
}

describe('rooms', () => {
  test('no file imports from a room it must not', () => {
    const found = Object.keys(MAY_IMPORT)
      .flatMap(filesOf)
      .flatMap((file) => forbidden(file, readFileSync(file, 'utf8')).map((name) => `${file} imports ${name}`))
    expect(found).toEqual([])
  })

  test('what is built as the server is the server, not the bench that measures it', () => {
    const [, entries = ''] = readFileSync('scripts/bundle-server.mjs', 'utf8').split('SERVER_ENTRIES')
    const sources = [...entries.matchAll(/: '([^']+)'/g)].map(([, source]) => source)
    expect(sources).toContain('server/main.ts')
    expect(sources.filter((source) => !source?.startsWith('server/'))).toEqual([
      'scripts/db-types.ts',
      'scripts/bring-over.ts',
    ])
    expect(forbidden(path.join('server', 'x.ts'), `import { run } from '../bench/run.ts'`)).toEqual([
      path.join('bench', 'run.ts'),
    ])
  })

  test('a planted import of the server by a page is found', () => {
    const page = path.join('web', 'sites', 'Page.tsx')
    expect(forbidden(page, `import { db } from '../../server/database/db.ts'`)).toEqual([
      path.join('server', 'database', 'db.ts'),
    ])
    expect(forbidden(path.join('shared', 'lib', 'x.ts'), `import fs from 'node:fs'`)).toEqual(['node:fs'])
  })

  test('no drawer reaches into another but by its open files', () => {
    const found = ['server', 'web']
      .flatMap(filesOf)
      .flatMap((file) =>
        acrossDrawers(file, readFileSync(file, 'utf8')).map((name) => `${file} imports ${name}`),
      )
    expect(found).toEqual([])
    const page = path.join('web', 'sites', 'Page.tsx')
    expect(acrossDrawers(page, `import { X } from '../activities/ActivityPage.tsx'`)).toHaveLength(1)
    expect(acrossDrawers(page, `import { x } from '../activities/activities.calls.ts'`)).toEqual([])
  })

  test('no drawer imports from one above it', () => {
    const rooms = Object.keys(DRAWERS)
    const found = rooms
      .flatMap(filesOf)
      .flatMap((file) => upwards(file, readFileSync(file, 'utf8')).map((name) => `${file} imports ${name}`))
    expect(found).toEqual([])
    for (const room of rooms) {
      const folders = readdirSync(room, { withFileTypes: true }).filter((entry) => entry.isDirectory())
      expect([...(DRAWERS[room] ?? [])].sort()).toEqual(folders.map(({ name }) => name).sort())
    }
  })

  test('a planted import from above is found, of a type too', () => {
    const file = path.join('server', 'review', 'x.ts')
    expect(upwards(file, `import { x } from '../sites/sites.queries.ts'`)).toHaveLength(1)
    expect(upwards(file, `import type { X } from '../activities/activity.kind.ts'`)).toHaveLength(1)
    expect(upwards(file, `const x = await import('../users/users.queries.ts')`)).toHaveLength(1)
    expect(upwards(file, `import { x } from '../app.ts'`)).toHaveLength(1)
    expect(upwards(file, `import { x } from '../elsewhere/x.ts'`)).toHaveLength(1)
    expect(upwards(file, `import { x } from '../audit/x.ts'\nimport { y } from './y.ts'`)).toEqual([])
    expect(upwards(path.join('server', 'app.ts'), `import { x } from './sites/sites.routes.ts'`)).toEqual([])
  })

  test('the public pages stay free of the staff kit', () => {
    const entries = ['public.tsx', 'public.server.tsx', 'page-of.tsx', 'reading-page-of.tsx'].map((name) =>
      path.join('web', name),
    )
    const found = [
      ...PUBLIC_DRAWERS.flatMap((folder) => filesOf(path.normalize(folder))),
      ...PUBLIC_FILES.map(path.normalize),
      ...entries,
    ].flatMap((file) => tooHeavy(file, readFileSync(file, 'utf8')).map((name) => `${file} imports ${name}`))
    expect(found).toEqual([])
    expect(
      tooHeavy(path.join('web', 'auth', 'x.tsx'), `import { Button } from '@mantine/core'`),
    ).toHaveLength(1)
  })

  test('shared reads no clock and no process', () => {
    const found = filesOf('shared').filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|\bfetch\(/.test(readFileSync(file, 'utf8')),
    )
    expect(found).toEqual([])
  })

  test('nothing decides by a sentence: refusals are compared by their codes', () => {
    const texts = new Map(
      ['shared', 'server', 'web'].flatMap(filesOf).map((file) => [file, readFileSync(file, 'utf8')]),
    )
    const constants = [...texts.values()].flatMap((text) =>
      [...text.matchAll(SENTENCE_CONSTANT)].map(([, name = '']) => name),
    )
    const found = [...texts].filter(([, text]) => comparisons(text, constants).length > 0)
    expect(found.map(([file]) => file).toSorted()).toEqual(MAY_LOOK.toSorted())
    for (const planted of [
      `if (error.message === GONE) return`,
      `if (GONE !== told) return`,
      `if (verdict.sentence.startsWith('This')) return`,
      `if (/acted on/.test(error.message)) return`,
      `if (message !== other) return`,
      `if (said === 'This file was not found.') return`,
      `if (said === sentenceOf(verdict)) return`,
    ])
      expect(comparisons(planted, ['GONE']), planted).not.toEqual([])
    for (const fine of [
      `if (message === null) return`,
      `if (code === 'gone') return`,
      `const a = b === GONER`,
    ])
      expect(comparisons(fine, ['GONE']), fine).toEqual([])
  })

  test('each side has one class of errors', () => {
    const found = ['shared', 'server', 'web']
      .flatMap(filesOf)
      .filter((file) => /\bextends \w*Error\b/.test(readFileSync(file, 'utf8')))
    expect(found).toEqual(['server/lib/errors.ts', 'web/lib/call.ts'].map(path.normalize))
  })

  test('no table of calls refuses by a right or the scope: actions and queries do', () => {
    const found = filesOf('server')
      .filter((file) => file.endsWith('.routes.ts'))
      .filter((file) => /\b(requireAllowed|AppError\('scope)/.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
  })

  test('one module writes numbers and sorts names', () => {
    const found = ['shared', 'server', 'web']
      .flatMap(filesOf)
      .filter((file) => file !== path.join('shared', 'lib', 'format.ts'))
      .filter((file) => /\bIntl\.|\.toLocale\w*String\(/.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
  })
})
