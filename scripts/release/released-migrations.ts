import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Migrations, migrationSum } from '../../server/database/migrations.ts'

/** The migrations that came with each release, oldest first, with the SHA-256 of each (`migrationSum`). */
export type Released = Readonly<Record<string, Readonly<Record<string, string>>>>

export const RELEASED_FILE = 'db/released.json'

export function readReleased(root: string): Released {
  const file = path.join(root, RELEASED_FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Released) : {}
}

function readMigrations(root: string): Migrations {
  const folder = path.join(root, 'db/migrations')
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [path.basename(file, '.sql'), readFileSync(path.join(folder, file), 'utf8')]),
  )
}

export const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version

/** Returns the migrations that no release has, with their sums. */
export function unreleasedIn(root: string): Record<string, string> {
  const known = new Set(Object.values(readReleased(root)).flatMap((sums) => Object.keys(sums)))
  return Object.fromEntries(
    Object.entries(readMigrations(root)).flatMap(([name, text]) =>
      known.has(name) ? [] : [[name, migrationSum(text)]],
    ),
  )
}

/** Returns a sentence for engineers about each released migration that is not as it was released, or has another behind it. */
export function releasedFaults(root: string): string[] {
  const released = readReleased(root)
  const migrations = readMigrations(root)
  const added = Object.keys(unreleasedIn(root))
  const last = Object.values(released)
    .flatMap((sums) => Object.keys(sums))
    .toSorted()
    .at(-1)
  const version = versionOf(root)
  return [
    ...Object.entries(released).flatMap(([release, sums]) =>
      Object.entries(sums).flatMap(([name, sum]) => {
        const text = migrations[name]
        if (text === undefined)
          return [`db/migrations/${name}.sql came with version ${release} and is missing: put it back.`]
        return migrationSum(text) === sum
          ? []
          : [
              `db/migrations/${name}.sql is not what came with version ${release}: put its statements back, and write the change into a new migration.`,
            ]
      }),
    ),
    ...added.flatMap((name) =>
      last !== undefined && name < last
        ? [`db/migrations/${name}.sql is new and stands before ${last}, which is released: number it behind.`]
        : [],
    ),
    ...(added.length > 0 && version in released
      ? [
          `Version ${version} is released, and db/migrations has changed since: set the version of package.json to that of the next release, with -dev.`,
        ]
      : []),
  ]
}
