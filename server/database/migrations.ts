import { createHash } from 'node:crypto'
import path from 'node:path'
import packageJson from '../../package.json'
import { sqlTokens } from './sql-tokens.ts'

const TEXTS = import.meta.glob('../../db/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>

/** Texts of migrations by name, in the order in which they run. */
export type Migrations = Readonly<Record<string, string>>

/** The files of db/migrations. */
export const MIGRATIONS: Migrations = Object.fromEntries(
  Object.entries(TEXTS)
    .map(([file, text]) => [path.basename(file, '.sql'), text] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
)

/** Returns the SHA-256 of what a migration executes, without comments and blanks, whatever the checkout's line ends. */
export const migrationSum = (text: string): string =>
  createHash('sha256')
    .update(sqlTokens(text.replaceAll('\r\n', '\n')).join('\0'))
    .digest('hex')

/** The version of this product; while it is being developed it ends with -dev. */
export const RELEASE = packageJson.version

/** Compares two versions by their numbers; one in development counts as the release that it becomes. */
export function compareReleases(one: string, other: string): number {
  const [left, right] = [one, other].map((release) => release.replace(/-.*/, '').split('.').map(Number))
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the newest of these versions; null without any. */
export const newestOf = (releases: readonly string[]): string | null =>
  releases.reduce<string | null>(
    (newest, one) => (newest !== null && compareReleases(newest, one) > 0 ? newest : one),
    null,
  )

/** The comment above a statement that removes something which the named release no longer reads. */
const CONTRACT = /^-- contract: \S.* since \D*(\d+(?:\.\d+)+)/gm

/** Returns the oldest release that works with the schema after this migration; null where every earlier one does. */
export const oldestCompatibleRelease = (text: string): string | null =>
  newestOf([...text.matchAll(CONTRACT)].map(([, release = '']) => release))
