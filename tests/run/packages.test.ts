import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { foldersFor } from '../support/product/folders.ts'

const freshFolder = foldersFor('packages')

type Packages = Record<string, { dev?: boolean; optional?: boolean; integrity?: string }>
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages }
const oneThat = (fits: (entry: Packages[string]) => boolean) => {
  const found = Object.entries(packages).find(([place, entry]) => place !== '' && fits(entry))
  if (!found) throw new Error('No such package.')
  return found
}

/** The output of `npm run build` in a checkout without sources, with these packages in npm's record. */
function saidWith(installed: Packages): string {
  const folder = freshFolder()
  for (const name of ['db', 'scripts', 'server', 'shared', 'web', 'node_modules'])
    mkdirSync(path.join(folder, name))
  for (const name of ['package.json', 'package-lock.json', 'vite.config.ts', 'scripts/run.mjs'])
    cpSync(name, path.join(folder, name))
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  // replaces npm, which would ask the registry
  const npm = path.join(folder, 'npm.js')
  writeFileSync(npm, 'process.exit(3)')
  const env = { ...process.env, npm_execpath: npm }
  const { stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return stderr.split('\n')[0] ?? ''
}

test('packages that npm ci has installed are not installed again', () => {
  expect(saidWith(packages)).toBe('Building …')
})

test('one for another kind of machine may be missing', () => {
  const [place] = oneThat(({ optional }) => optional === true)
  expect(saidWith({ ...packages, [place]: undefined as never })).toBe('Building …')
})

test('one that is missing, or is another, is installed', () => {
  const [place, entry] = oneThat(({ dev, optional }) => dev === true && !optional)
  expect(saidWith({ ...packages, [place]: undefined as never })).toBe('Installing packages …')
  expect(saidWith({ ...packages, [place]: { ...entry, integrity: 'sha512-other' } })).toBe(
    'Installing packages …',
  )
  expect(saidWith({})).toBe('Installing packages …')
})
