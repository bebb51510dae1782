import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/**
 * The sources of the last release with the migrations of today in a folder of their own; null where none was added since,
 * or nothing was released. While an upgrade goes on, instances of that release serve on this schema (decision 22).
 */
export function releaseOnThisSchema() {
  const [release] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
  if (!release) return null
  const added = git('diff', '--name-only', '--diff-filter=A', release, '--', 'db/migrations')
  if (!added) return null
  const folder = path.resolve('dist', release)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', release, folder])
  cpSync('db/migrations', path.join(folder, 'db/migrations'), { recursive: true })
  return folder
}
