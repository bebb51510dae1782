import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/**
 * Copies the sources of the last release, with today's migrations, to a folder and returns it; null without a release
 * or without new migrations. During an upgrade, instances of that release run on this schema (decision 22).
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
