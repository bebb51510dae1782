import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { markRelease, releaseComplaint } from './mark-release.ts'
import { readReleased, releasedFaults, versionOf } from './released-migrations.ts'

const COPIED = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'db/migrations',
  'db/released.json',
  'deploy',
]
const NEXT = '99.1.0'

/** A copy of what a release is made of, in a repository of its own without earlier ones. */
function aCheckout() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'safeguards-release-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const name of COPIED) cpSync(name, path.join(root, name), { recursive: true })
  writeFileSync(path.join(root, 'db/released.json'), '{}\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@bureau.example', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'All')
  }
  git('init', '--quiet')
  const at = (name: string) => path.join(root, name)
  const read = (name: string) => readFileSync(at(name), 'utf8')
  const edit = (name: string, change: (text: string) => string) => writeFileSync(at(name), change(read(name)))
  /** begins the change log with this version, as the first change after a release does */
  const begin = (version: string, words: string) =>
    edit('CHANGELOG.md', (text) =>
      text.replace(/^## /m, `## ${version}, not yet released\n\n${words}\n\n## `),
    )
  return { root, at, read, edit, begin, commit, changed: () => git('status', '--porcelain').trim() }
}

test('what cannot be released is refused in a sentence, and nothing is written', () => {
  const { root, begin, commit, changed } = aCheckout()
  commit()
  for (const version of ['', '2.1', '2.1.0-dev', 'v99.1.0'])
    expect(releaseComplaint(root, version)).toMatch(/ is no version of a release: name three numbers/)
  const NOTHING =
    'CHANGELOG.md has nothing under "## 99.1.0, not yet released": write there what a bureau notices.'
  expect(releaseComplaint(root, NEXT)).toBe(NOTHING)
  begin(NEXT, '')
  expect(releaseComplaint(root, NEXT)).toBe(
    'Some changes are not committed: a release is made of what is committed.',
  )
  commit()
  expect(releaseComplaint(root, NEXT)).toBe(NOTHING)
  expect(changed()).toBe('')
})

test('a release sets the version, dates the change log and holds its migrations; later ones come behind', () => {
  const { root, at, read, edit, begin, commit, changed } = aCheckout()
  const [lock, compose] = [read('package-lock.json'), read('deploy/compose.yaml')]
  const migrations = Object.keys(readReleased(root)).length
  begin(NEXT, '- It is **better**.')
  commit()
  expect(releaseComplaint(root, NEXT)).toBeNull()
  markRelease(root, NEXT, '2031-07-04')
  expect(versionOf(root)).toBe(NEXT)
  expect(read('CHANGELOG.md')).toContain('\n## 99.1.0, 2031-07-04\n\n- It is **better**.\n')
  expect(read('deploy/compose.yaml')).toBe(compose.replace(/safeguards:[\d.]+/, `safeguards:${NEXT}`))
  const locked = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, unknown>
  }
  expect([locked.version, locked.packages['']]).toEqual([NEXT, expect.objectContaining({ version: NEXT })])
  // nothing else of it was changed or reordered
  expect(read('package-lock.json').replaceAll(NEXT, '')).toBe(
    lock
      .replace(/("version": ")[^"]*(",\n {2}"lockfile)/, '$1$2')
      .replace(/("": \{\n[^}]*?"version": ")[^"]*/, '$1'),
  )
  expect(Object.keys(readReleased(root))).toHaveLength(migrations + 1)
  expect(changed().split('\n')).toHaveLength(7)
  expect(releasedFaults(root)).toEqual([])
  commit()
  for (const version of ['99.0.9', NEXT])
    expect(releaseComplaint(root, version)).toBe(
      `Version ${version} is not higher than 99.1.0, the last one that was released.`,
    )

  // comments and blanks of a released migration may be edited, and nothing else
  edit('db/migrations/0010_review.sql', (text) => `-- Better words.\n${text.replace(/\n\n/g, '\n\n\n')}`)
  expect(releasedFaults(root)).toEqual([])
  edit('db/migrations/0010_review.sql', (text) => text.replace('create table', 'create unlogged table'))
  const CHANGED =
    'db/migrations/0010_review.sql is not what came with version 99.1.0: put its statements back, and write the change into a new migration.'
  expect(releasedFaults(root)).toEqual([CHANGED])
  commit()
  begin('99.2.0', '- More.')
  commit()
  expect(releaseComplaint(root, '99.2.0')).toBe(CHANGED)
  rmSync(at('db/migrations/0010_review.sql'))
  expect(releasedFaults(root)).toEqual([
    'db/migrations/0010_review.sql came with version 99.1.0 and is missing: put it back.',
  ])
})

test('a new migration stands behind the released ones, and in a version of its own', () => {
  const { root, at, edit, begin, commit } = aCheckout()
  begin(NEXT, '- It is better.')
  commit()
  markRelease(root, NEXT, '2031-07-04')
  const last = Object.values(readReleased(root)).flatMap(Object.keys).toSorted().at(-1)
  appendFileSync(at('db/migrations/0009_and_more.sql'), 'select 1;\n')
  appendFileSync(at('db/migrations/9998_behind.sql'), 'select 2;\n')
  expect(releasedFaults(root)).toEqual([
    `db/migrations/0009_and_more.sql is new and stands before ${last}, which is released: number it behind.`,
    'Version 99.1.0 is released, and db/migrations has changed since: set the version of package.json to that of the next release, with -dev.',
  ])
  rmSync(at('db/migrations/0009_and_more.sql'))
  edit('package.json', (text) => text.replace('"99.1.0"', '"99.2.0-dev"'))
  expect(releasedFaults(root)).toEqual([])
  begin('99.2.0', '- More.')
  commit()
  expect(releaseComplaint(root, '99.2.0')).toBeNull()
  markRelease(root, '99.2.0', '2031-08-04')
  expect(Object.keys(readReleased(root)['99.2.0'] ?? {})).toEqual(['9998_behind'])
})
