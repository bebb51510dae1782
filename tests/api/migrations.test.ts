import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { connect, type Database } from '../../server/database/db.ts'
import { AppError } from '../../server/lib/errors.ts'
import { findSchemaMismatch, migrate } from '../../server/database/migrate.ts'
import {
  MIGRATIONS,
  migrationSum,
  oldestCompatibleRelease,
  RELEASE,
} from '../../server/database/migrations.ts'
import { type SqlPiece, sqlPieces, sqlTokens } from '../../server/database/sql-tokens.ts'
import { runCommand } from '../support/product/command.ts'
import { dropDatabase, emptyDatabase } from '../support/product/databases.ts'
import { schemaOf } from '../support/oracles/database-content.ts'
import { foldersFor } from '../support/product/folders.ts'

// most of them run all migrations
vi.setConfig({ testTimeout: 60_000 })

const freshFolder = foldersFor('migrations')

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function anEmptyDatabase(): Promise<string> {
  const { name } = await emptyDatabase()
  ending.push(() => dropDatabase(name))
  return name
}

function instance(database: string, settings = ''): Database {
  const options = `-c timezone=UTC ${settings}`
  const opened = connect({ ...inject('server'), database, options }, () => undefined)
  ending.push(opened.close)
  return opened
}

type Noted = { name: string; sha256: string; version: string }
const notedIn = async ({ pool }: Database): Promise<Noted[]> =>
  (await pool.query<Noted>('select name, sha256, version from kysely_migration order by name')).rows
const ALL = Object.entries(MIGRATIONS).map(([name, text]) => ({
  name,
  sha256: migrationSum(text),
  version: RELEASE,
}))

describe('instances that start at once', () => {
  test('one migrates, the others wait longer than any statement may take and then find it done', async () => {
    const name = await anEmptyDatabase()
    const holder = instance(name)
    const held = await holder.pool.connect()
    await held.query("select pg_advisory_lock(hashtextextended('migrations', 0))")
    const both = [0, 1].map(() => migrate(instance(name, '-c statement_timeout=1500').pool))
    const waiting = async () =>
      (
        await held.query<{ count: number }>(`
          select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory' and now() - query_start > '2 s'`)
      ).rows[0]?.count
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2)
    const { rows } = await held.query(`select from pg_tables where tablename = 'users'`)
    expect(rows).toEqual([])
    held.release(true)
    expect(await Promise.all(both)).toEqual([[], []])
    expect(await notedIn(holder)).toEqual(ALL)
  })
})

describe('a migration', () => {
  test('that fails leaves those before it and nothing of its own', async () => {
    const database = instance(await anEmptyDatabase())
    await database.pool.query('create table finding_changes (id integer)')
    await expect(migrate(database.pool)).rejects.toThrow('db/migrations/0011_stored_counts.sql failed')
    expect(await notedIn(database)).toEqual(ALL.filter(({ name }) => name < '0011'))
    const { rows } = await database.pool.query(`select from pg_tables where tablename = 'record_changes'`)
    expect(rows, 'which 0011 makes first').toEqual([])
    await database.pool.query('drop table finding_changes')
    expect(await migrate(database.pool)).toEqual([])
    expect(await notedIn(database)).toEqual(ALL)
  })

  test('[S-157] stops the start with a sentence when it is not of this version: what made it, what this is, what to do', async () => {
    const name = await anEmptyDatabase()
    const { pool } = instance(name)
    await migrate(pool)
    const { host, port, user, password } = inject('server')
    const url = new URL(`postgresql:///${name}`)
    for (const [key, value] of Object.entries({ host, port, user, password }))
      if (value) url.searchParams.set(key, String(value))
    const requireOnRefusal = async (error: string) => {
      await expect(migrate(pool)).rejects.toThrow(AppError)
      const env = { DATABASE_URL: url.href, DATA_DIR: freshFolder(), API_KEY: 'key', PORT: '0' }
      expect(await runCommand('main', env)).toEqual({ out: '', error, code: 1 })
    }
    const WAY_OUT =
      'or restore a backup of a release (npm run restore -- FILE --replace); begin a demo again with npm run demo -- --fresh.'
    await pool.query(`update kysely_migration set sha256 = 'another' where name = '0010_review'`)
    await requireOnRefusal(
      `Another build of version ${RELEASE} made this database, and this is version ${RELEASE}, which makes its tables in another way (0010_review) and cannot bring it up to date: start what made it, ${WAY_OUT}`,
    )
    await pool.query(`update kysely_migration set version = '0.9.0-dev'`)
    await requireOnRefusal(
      `Version 0.9.0-dev made this database, and this is version ${RELEASE}, which makes its tables in another way (0010_review) and cannot bring it up to date: start what made it, ${WAY_OUT}`,
    )
    await pool.query(`
      insert into kysely_migration (name, timestamp, sha256, version) values ('9999_of_tomorrow', '', '', '99.1.0')`)
    await requireOnRefusal(
      `Version 99.1.0 has brought this database up to date, and this is version ${RELEASE}, which is older: start version 99.1.0 or newer, or restore a backup that was made before (npm run restore -- FILE --replace).`,
    )
    await pool.query('alter table kysely_migration drop column version')
    await requireOnRefusal(
      `A version in development before 2.0.0, the first release, made this database, and this is version ${RELEASE}, which cannot bring it up to date: for a bureau, use an empty database ${WAY_OUT}`,
    )
  })

  test('[S-157] whose comments and blanks were changed afterwards is the same one', async () => {
    const { pool } = instance(await anEmptyDatabase())
    await migrate(pool)
    const pieceOf = ({ kind, text }: SqlPiece) =>
      kind === 'comment' ? '/* another */ -- one\n' : kind === 'blank' ? `\t${text}` : text
    const otherwise = Object.entries(MIGRATIONS).map(([name, text]) => [
      name,
      [...sqlPieces(text)].map(pieceOf).join(''),
    ])
    expect(await migrate(pool, Object.fromEntries(otherwise))).toEqual([])
  })

  test('makes the same schema without what is not counted in its sum', async () => {
    const bare = Object.entries(MIGRATIONS).map(([name, text]) => [name, sqlTokens(text).join(' ')] as const)
    const [one, other] = [instance(await anEmptyDatabase()), instance(await anEmptyDatabase())]
    await migrate(one.pool)
    await migrate(other.pool, Object.fromEntries(bare))
    expect(await schemaOf(other.kysely)).toEqual(await schemaOf(one.kysely))
  })
})

describe('a schema that a newer version has changed under a running one', () => {
  const NEWER = [
    '-- contract: the column is read no more since 0.2.0',
    'alter table users drop column first_name;',
    '-- contract: neither is the other one since 0.10',
    'alter table users drop column last_name',
  ].join('\n')

  test('is borne while it was only added to, and from the release on that reads no more what was taken away', async () => {
    expect(oldestCompatibleRelease(NEWER)).toBe('0.10')
    expect(oldestCompatibleRelease('alter table users add column nickname text')).toBeNull()
    const { pool, kysely } = instance(await anEmptyDatabase())
    await migrate(pool)
    expect(await findSchemaMismatch(kysely)).toBeNull()
    const ran = (name: string, since: string | null) =>
      pool.query('insert into kysely_migration values ($1, $2, $3, $4, $5)', [name, '', '', since, '99.0.0'])
    await ran('9998_that_adds', null)
    expect(await findSchemaMismatch(kysely)).toBeNull()
    await ran('9999_that_takes_away', oldestCompatibleRelease(NEWER))
    for (const release of ['0.10', '0.10.0', '0.10.0-dev', '0.11', '1.0.0'])
      expect([release, await findSchemaMismatch(kysely, release)]).toEqual([release, null])
    for (const release of ['0.1.0', '0.2.0', '0.9.9'])
      expect(await findSchemaMismatch(kysely, release)).toBe(
        'A newer version of the product has removed what this one reads (9999_that_takes_away): only version 0.10 or newer can work with this database.',
      )
  })
})

describe('rows from before that break a rule', () => {
  /** Adds a rule as a migration does: existing rows are not checked, so those that break it stay. */
  const addedLater = async (pool: Database['pool'], table: string, name: string) => {
    const { rows } = await pool.query<{ rule: string }>(
      'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
      [name],
    )
    await pool.query(`alter table ${table} drop constraint ${name}`)
    return () => pool.query(`alter table ${table} add constraint ${name} ${rows[0]?.rule} not valid`)
  }

  test('stop nothing, are named at every start until they are corrected, and then the rule holds for all', async () => {
    const { pool } = instance(await anEmptyDatabase())
    await migrate(pool)
    const add = [
      await addedLater(pool, 'users', 'users_office_region_fkey'),
      await addedLater(pool, 'users', 'users_role_level_fkey'),
      await addedLater(pool, 'users', 'users_sex_check'),
    ]
    await pool.query(`
      insert into regions values (6, 'A', 'A', '1', true, 0, 0, 1), (7, 'B', 'B', '2', true, 0, 0, 2);
      insert into offices (id, name, region_id) values (10, 'PENRO A', 6), (11, 'PENRO B', 7);
      insert into roles (name, access_level) values ('Encoder', 'PENRO'), ('Approver', 'Region');
      insert into users (first_name, last_name, sex, email, access_level, region_id, office_id, role_id)
      select 'Some', 'Body', case when n > 3 then 'Other' end, n || '@bureau.example', 'PENRO', 6,
        case when n in (1, 3) then 11 else 10 end, case when n = 3 then 2 else 1 end
      from generate_series(1, 15) as n`)
    for (const one of add) await one()
    const sentences = [
      '2 rows of users from before users_office_region_fkey break it (1, 3): correct what is wrong in the database, and the next start checks again.',
      '1 row of users from before users_role_level_fkey breaks it (3): correct what is wrong in the database, and the next start checks again.',
      '12 rows of users from before users_sex_check break it (the first are 4, 5, 6, 7, 8, 9, 10, 11, 12, 13): correct what is wrong in the database, and the next start checks again.',
    ]
    expect(await migrate(pool)).toEqual(sentences)
    expect(await migrate(pool)).toEqual(sentences)
    await expect(pool.query('update users set office_id = 11 where id = 2')).rejects.toMatchObject({
      constraint: 'users_office_region_fkey',
    })
    await pool.query('update users set office_id = 10, role_id = 1, sex = null')
    expect(await migrate(pool)).toEqual([])
    const { rows } = await pool.query('select conname from pg_constraint where not convalidated')
    expect(rows).toEqual([])
  })
})
