import type { Mutant } from '../mutant.ts'

const MIGRATE = 'server/lib/migrate.ts'
const tests = ['tests/api/migrations.test.ts']
const borne = 'is borne while it was only added to'

export const MIGRATION_FAULTS: readonly Mutant[] = [
  {
    file: MIGRATE,
    before: 'if (sha256 !== null && sha256 !== sumOf(text))',
    after: 'if (sha256 === undefined)',
    fault: 'A migration that was changed after it ran goes unnoticed.',
    tests,
    only: 'gets the sum of its text',
  },
  {
    file: MIGRATE,
    before: 'if (text === undefined)',
    after: 'if (text === null)',
    fault: 'An older version goes to work on the database of a newer one.',
    tests,
    only: 'stops the start',
  },
  {
    file: MIGRATE,
    before: "    await client.query('select pg_advisory_lock($1)', [LOCK])\n",
    after: '',
    fault: 'Two instances that start at once migrate at once.',
    tests,
    only: 'one migrates, the others wait',
  },
  {
    file: MIGRATE,
    before: 'set statement_timeout = 0; ',
    after: '',
    fault: 'A long migration is ended after a minute.',
    tests,
    only: 'one migrates, the others wait',
  },
  {
    file: MIGRATE,
    before: 'compareReleases(borne_since, release) > 0',
    after: 'compareReleases(borne_since, release) >= 0',
    fault: 'The first release that reads no more what was taken away is not ready either.',
    tests,
    only: borne,
  },
  {
    file: MIGRATE,
    before: 'one !== null && compareReleases(one, other) > 0 ? one : other',
    after: 'one !== null && one > other ? one : other',
    fault: 'Release 0.2 is taken for newer than 0.10.',
    tests,
    only: borne,
  },
  {
    file: MIGRATE,
    before: 'MIGRATIONS[name] === undefined && borne_since !== null &&',
    after: 'MIGRATIONS[name] !== undefined && borne_since !== null &&',
    fault: 'An instance serves on without what a newer version has taken away.',
    tests,
    only: borne,
  },
  {
    file: 'server/lib/constraints.ts',
    before: 'exception when foreign_key_violation or check_violation then',
    after: 'exception when check_violation then',
    fault: 'A row from before that breaks a rule keeps the product from starting.',
    tests,
    only: 'rows from before',
  },
]
