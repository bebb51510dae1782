import {
  compareReleases,
  MIGRATIONS,
  type Migrations,
  migrationSum,
  newestOf,
  RELEASE,
} from './migrations.ts'

/** A migration that has run; `version` of the product ran it, null in a table from before versions were noted. */
export type AppliedMigration = { name: string; sha256: string; version: string | null }

/** Why this version cannot work on from a schema; `made` is the version that made it. */
export type SchemaFault =
  | { kind: 'newer'; made: string }
  | { kind: 'other'; made: string; name: string }
  | { kind: 'early' }

/** The first release; what the versions in development before it made is not brought up to date. */
const FIRST_RELEASE = '2.0.0'

/** Returns why a schema that these migrations made is not in the past of this version; null when it is. */
export function findSchemaFault(
  applied: readonly AppliedMigration[],
  migrations: Migrations = MIGRATIONS,
): SchemaFault | null {
  const versions = applied.flatMap(({ version }) => version ?? [])
  if (versions.length < applied.length) return { kind: 'early' }
  const made = newestOf(versions)
  const strange = applied.findLast(({ name, sha256 }) => {
    const text = migrations[name]
    return text === undefined || migrationSum(text) !== sha256
  })
  if (!strange || made === null) return null
  return compareReleases(made, RELEASE) > 0
    ? { kind: 'newer', made }
    : { kind: 'other', made, name: strange.name }
}

const RESTORE = 'npm run restore -- FILE --replace'
const DEMO = 'npm run demo -- --fresh'

/** Says to an operator what made a database, what this product is, and what to do. */
export function databaseSentence(fault: SchemaFault): string {
  switch (fault.kind) {
    case 'newer':
      return `Version ${fault.made} has brought this database up to date, and this is version ${RELEASE}, which is older: start version ${fault.made} or newer, or restore a backup that was made before (${RESTORE}).`
    case 'other': {
      const made = fault.made === RELEASE ? `Another build of version ${RELEASE}` : `Version ${fault.made}`
      return `${made} made this database, and this is version ${RELEASE}, which makes its tables in another way (${fault.name}) and cannot bring it up to date: start what made it, or restore a backup of a release (${RESTORE}); begin a demo again with ${DEMO}.`
    }
    case 'early':
      return `A version in development before ${FIRST_RELEASE}, the first release, made this database, and this is version ${RELEASE}, which cannot bring it up to date: for a bureau, use an empty database or restore a backup of a release (${RESTORE}); begin a demo again with ${DEMO}.`
  }
}

/** The same of a backup. Its first part cannot be read where a version before the first release, or a much newer one, made it. */
export function backupSentence(fault: SchemaFault): string {
  switch (fault.kind) {
    case 'newer':
      return `Version ${fault.made} made this backup, and this is version ${RELEASE}, which is older: restore it with version ${fault.made} or newer.`
    case 'other': {
      const made = fault.made === RELEASE ? `Another build of version ${RELEASE}` : `Version ${fault.made}`
      return `${made} made this backup, and this is version ${RELEASE}, which makes its tables in another way (${fault.name}): restore it with what made it.`
    }
    case 'early':
      return `Version ${RELEASE} does not read the form of this backup, which a version in development before ${FIRST_RELEASE} or a newer one made: restore it with the version that made it.`
  }
}
