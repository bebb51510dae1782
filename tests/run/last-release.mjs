import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Copies the sources of the last release, with today's migrations, to a folder and returns it; null without a release
 * or without new migrations. During an upgrade, instances of that release run on this schema (decision 22).
 */
export function releaseOnThisSchema() {
  const released = JSON.parse(readFileSync('db/released.json', 'utf8'))
  const last = Object.keys(released).at(-1)
  const known = new Set(Object.values(released).flatMap((sums) => Object.keys(sums)))
  const isNew = (file) => !known.has(path.basename(file, '.sql'))
  if (!last || !readdirSync('db/migrations').some(isNew)) return null
  const tag = `v${last}`
  const folder = path.resolve('dist', tag)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', tag, folder])
  cpSync('db/migrations', path.join(folder, 'db/migrations'), { recursive: true })
  return folder
}
