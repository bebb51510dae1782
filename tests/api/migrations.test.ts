import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { connect, type Database } from '../../server/lib/db.ts'
import { CannotStart } from '../../server/lib/embedded-postgres/cannot-start.ts'
import { borneSince, findMisfit, MIGRATIONS, migrate } from '../../server/lib/migrate.ts'
import { lineForm, paragraphForm } from '../../shared/lib/text-form.ts'
import { FULL, full, SEED } from '../support/full.ts'
import { runCommand } from '../support/product/command.ts'
import { dropDatabase, onServer } from '../support/product/databases.ts'
import { foldersFor } from '../support/product/folders.ts'

// all migrations run in most of them
vi.setConfig({ testTimeout: 60_000 })

const NAMES = Object.keys(MIGRATIONS)
const freshFolder = foldersFor('migrations')

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

let count = 0
/** A database with nothing in it, gone after the test. */
async function emptyDatabase(): Promise<string> {
  count += 1
  const name = `migrations_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${count}`
  await onServer(`create database ${name}`)
  ending.push(() => dropDatabase(name))
  return name
}

/** An instance of the product on this database, as far as its connections go. */
function instance(database: string, settings = ''): Database {
  const options = `-c timezone=UTC ${settings}`
  const opened = connect({ ...inject('server'), database, options }, () => undefined)
  ending.push(opened.close)
  return opened
}

type Noted = { name: string; sha256: string | null }
const notedIn = async ({ pool }: Database): Promise<Noted[]> =>
  (await pool.query<Noted>('select name, sha256 from kysely_migration order by name')).rows
const sumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(`db/migrations/${name}.sql`, 'utf8'))
    .digest('hex')
const ALL = NAMES.map((name) => ({ name, sha256: sumOf(name) }))

/** As the release with these migrations left it: no sums yet. */
async function migratedBefore(first: string): Promise<Database> {
  const database = instance(await emptyDatabase())
  const { pool } = database
  await pool.query(
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  )
  for (const name of NAMES.filter((one) => one < first)) {
    await pool.query(MIGRATIONS[name] ?? '')
    await pool.query('insert into kysely_migration values ($1, $2)', [name, '2026-01-01T00:00:00Z'])
  }
  return database
}

describe('instances that start at once', () => {
  test('one migrates, the others wait longer than any statement may take and then find it done', async () => {
    const name = await emptyDatabase()
    const holder = instance(name)
    const held = await holder.pool.connect()
    await held.query('select pg_advisory_lock(7203944112)')
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
    const database = instance(await emptyDatabase())
    await database.pool.query('create table record_changes (id integer)')
    await expect(migrate(database.pool)).rejects.toThrow('db/migrations/0019_record_changes.sql failed')
    expect(await notedIn(database)).toEqual(ALL.filter(({ name }) => name < '0019'))
    const { rows } = await database.pool.query('select version from approved_changes')
    expect(rows, 'which 0019 takes away first').toHaveLength(1)
    await database.pool.query('drop table record_changes')
    expect(await migrate(database.pool)).toEqual([])
    expect(await notedIn(database)).toEqual(ALL)
  })

  test('from before sums were kept gets the sum of its text, once', async () => {
    const database = await migratedBefore('0027')
    expect(await migrate(database.pool)).toEqual([])
    expect(await notedIn(database)).toEqual(ALL)
    await database.pool.query(`update kysely_migration set sha256 = 'another' where name = '0003_audit_logs'`)
    await expect(migrate(database.pool)).rejects.toThrow(CannotStart)
    expect((await notedIn(database)).find(({ name }) => name === '0003_audit_logs')?.sha256).toBe('another')
  })

  test('whose text is another now, or that only a newer version has, stops the start with one sentence', async () => {
    const name = await emptyDatabase()
    const { pool } = instance(name)
    await migrate(pool)
    const { host, port, user, password } = inject('server')
    const url = new URL(`postgresql:///${name}`)
    for (const [key, value] of Object.entries({ host, port, user, password }))
      if (value) url.searchParams.set(key, String(value))
    const start = () =>
      runCommand('main', {
        ...{ DATABASE_URL: url.href, DATA_DIR: freshFolder(), API_KEY: 'key', PORT: '0' },
      })
    await pool.query(
      `update kysely_migration set sha256 = repeat('0', 64) where name = '0012_review_snapshots'`,
    )
    expect(await start()).toEqual({
      out: '',
      error:
        'The migration db/migrations/0012_review_snapshots.sql is not the one that ran in this database: put its text back, and write what should change into a new migration.',
      code: 1,
    })
    await pool.query(`insert into kysely_migration values ('9999_of_tomorrow', '', null)`)
    await pool.query(`update kysely_migration set sha256 = null where name = '0012_review_snapshots'`)
    await expect(migrate(pool)).rejects.toThrow(CannotStart)
    expect(await start()).toEqual({
      out: '',
      error:
        'This database has been brought up to date by a newer version of the product (9999_of_tomorrow): start that version.',
      code: 1,
    })
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
    expect(borneSince(NEWER)).toBe('0.10')
    expect(borneSince('alter table users add column nickname text')).toBeNull()
    const { pool, kysely } = instance(await emptyDatabase())
    await migrate(pool)
    expect(await findMisfit(kysely)).toBeNull()
    const ran = (name: string, since: string | null) =>
      pool.query('insert into kysely_migration values ($1, $2, null, $3)', [name, '', since])
    await ran('9998_that_adds', null)
    expect(await findMisfit(kysely)).toBeNull()
    await ran('9999_that_takes_away', borneSince(NEWER))
    for (const release of ['0.10', '0.10.0', '0.11', '1.0.0'])
      expect([release, await findMisfit(kysely, release)]).toEqual([release, null])
    for (const release of ['0.1.0', '0.2.0', '0.9.9'])
      expect(await findMisfit(kysely, release)).toBe(
        'A newer version of the product has taken away what this one reads (9999_that_takes_away): only version 0.10 or newer can work with this database.',
      )
  })
})

test('one log: sealed rows that have no entry wait again and are counted once, the others keep their entry', async () => {
  const { pool } = await migratedBefore('0064')
  await pool.query(`
    insert into audit_logs (created_at, auditable_type, event)
    select '2025-06-01 09:00+08', 'Reports', 'Exported' from generate_series(1, 4);
    insert into audit_chain (position, day, audit_log_id, row_hash, hash)
    select id, '2025-06-01', id, sha256('row'), sha256('hash') from audit_logs where id <= 3;
    delete from audit_unsealed where audit_log_id <= 3;
    insert into audit_day_counts values ('2025-06-01', 0, 0, 3);
    insert into log_entries (log_index, position, audit_log_id, salt, entry)
    select id - 1, id, id, substring(sha256('salt') for 16), sha256('entry') from audit_logs where id <= 2;
    insert into log_published (size, checkpoint, public_key, published_at) values (2, 'text', 'key', now());
    insert into log_days (day, size, checkpoint, made_at, mailed) values ('2025-05-31', 1, 'text', now(), 0);
    insert into audit_verifications (requested_at, progress_at, finished_at, findings_count, findings)
    select now(), now(), now(), 1, format('[{"kind": "%s"}]', kind)::jsonb
    from unnest(array['end_cut', 'row_removed']) as kind`)
  await migrate(pool)
  const found = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows
  expect(await found('select audit_log_id from audit_unsealed order by 1')).toEqual([
    { audit_log_id: 3 },
    { audit_log_id: 4 },
  ])
  expect(await found('select rows from audit_day_counts')).toEqual([{ rows: 2 }])
  expect(await found('select log_index, audit_log_id, form from log_entries order by 1')).toEqual([
    { log_index: 0, audit_log_id: 1, form: 1 },
    { log_index: 1, audit_log_id: 2, form: 1 },
  ])
  expect(await found('select public_key from log_days')).toEqual([{ public_key: Buffer.from('key') }])
  expect(
    await found('select findings_count, failure is null as is_kept from audit_verifications order by id'),
  ).toEqual([
    { findings_count: 0, is_kept: false },
    { findings_count: 1, is_kept: true },
  ])
})

describe('rows from before that break a rule', () => {
  test('stop nothing, are named at every start until they are corrected, and then the rule holds for all', async () => {
    const database = await migratedBefore('0027')
    const { pool } = database
    await pool.query(`
      insert into regions values (6, 'A', 'A', '1', true, 0, 0, 1), (7, 'B', 'B', '2', true, 0, 0, 2);
      insert into offices (id, name, region_id) values (10, 'PENRO A', 6), (11, 'PENRO B', 7);
      insert into roles (name, access_level) values ('Encoder', 'PENRO'), ('Approver', 'Region');
      insert into users (first_name, last_name, email, access_level, region_id, office_id, role_id)
      select 'Some', 'Body', n || '@bureau.example', 'PENRO', 6, case when n = 2 then 10 else 11 end,
        case when n = 3 then 2 else 1 end
      from generate_series(1, 3) as n`)
    const sentences = [
      '2 rows of users from before users_office_region_fkey break it (1, 3): correct what is wrong in the database, and the next start checks again.',
      '1 row of users from before users_role_level_fkey breaks it (3): correct what is wrong in the database, and the next start checks again.',
    ]
    expect(await migrate(pool)).toEqual(sentences)
    expect(await migrate(pool)).toEqual(sentences)
    // what is written anew is held to the rule
    await expect(pool.query('update users set office_id = 11 where id = 2')).rejects.toMatchObject({
      constraint: 'users_office_region_fkey',
    })
    await pool.query('update users set office_id = 10, role_id = 1')
    expect(await migrate(pool)).toEqual([])
    const { rows } = await pool.query('select conname from pg_constraint where not convalidated')
    expect(rows).toEqual([])
  })

  test('are found for checks and keys of records as well', async () => {
    const { pool } = await migratedBefore('0027')
    await pool.query(`
      insert into regions values (6, 'A', 'A', '1', true, 0, 0, 1);
      insert into provinces values (20, 6, 'P', '1', 0, 0), (21, 6, 'Q', '2', 0, 0);
      insert into cities values (30, 6, 20, 'C', '1', 'City', false);
      insert into offices (id, name, region_id, province_id) values (10, 'PENRO A', 6, 20);
      insert into roles (name, access_level) values ('Encoder', 'PENRO');
      insert into users (first_name, last_name, email, access_level, region_id, office_id, role_id)
      values ('Some', 'Body', 'a@bureau.example', 'PENRO', 6, 10, 1);
      insert into files (storage_key, kind, name, media_type, size, sha256, uploaded_by)
      select gen_random_uuid(), 'pdf', 'a.pdf', 'application/pdf', 1, repeat('a', 64), 1 from generate_series(1, 30);
      insert into site_profiles (code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
        year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
        emission_from_deforestation_area, implementation_arrangement, agreement_id, map_kml_id, site_status,
        penro_status, created_by, waiting_since)
      select 'SITES-' || n, 6, case when n = 2 then 21 else 20 end, 30, 10, 'Samahan', 10, 2020, 2020, 2030,
        array['Conservation of forest-carbon stocks'], 10, 'MOA/MOU', n, 15 + n, 'Submitted', 'Submitted', 1, now()
      from generate_series(1, 12) as n`)
    expect(await migrate(pool)).toEqual([
      '12 rows of site_profiles from before site_profiles_chosen_areas_check break it (the first are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10): correct what is wrong in the database, and the next start checks again.',
      '1 row of site_profiles from before site_profiles_city_province_fkey breaks it (2): correct what is wrong in the database, and the next start checks again.',
    ])
  })
})

describe('[S-128] texts from before they had one form', () => {
  const LINES = [
    '  Bantay \u00a0\t Gubat  ',
    'Sto. Nin\u0303o',
    'n\u200b\u0303o',
    'a\r\nhttps://bad.example\u2028b',
    '\u202eab\u202c\u2066x\u2069',
    '\u200b\ufeff\u2060',
    'plain, with ñ and 🌳',
    'a\u0085b\u3000c\u001b',
    '\u1112\u1161\u11ab',
    'A\u030a\u0323',
    '\ufdfa \u212b',
  ]
  const TEXTS = [...LINES, 'one \u000b two\u2029 three \t\n\n four\r', '\n \n a \n\u00a0']

  test('the forms of the database are those of the product', async () => {
    const { pool } = instance(await emptyDatabase())
    await migrate(pool)
    const formsOf = async (texts: string[]) => {
      const { rows } = await pool.query<{ line: string; paragraph: string; search: string }>(
        'select line_form(t) as line, paragraph_form(t) as paragraph from unnest($1::text[]) as t',
        [texts],
      )
      return rows
    }
    const expected = (texts: string[]) =>
      texts.map((text) => ({ line: lineForm(text), paragraph: paragraphForm(text) }))
    expect(await formsOf(TEXTS)).toEqual(expected(TEXTS))

    const sign = fc.oneof(
      fc.constantFrom(
        ...' \n\r\t\v\f\u0085\u00a0\u2028\u200b\u202e\u0303\u0301nañ\u3000\ufeff\u2061\u007f\u001b\u00ad\u061c\u180e',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    const text = fc.array(sign, { maxLength: 25 }).map((signs) => signs.join('').replace(/[\0\p{Cs}]/gu, ''))
    const drawn = fc.sample(text, { numRuns: FULL ? 20_000 : 500, seed: SEED })
    expect(await formsOf(drawn)).toEqual(expected(drawn))
  })

  /** An office with people and profiles, as the release before would have left it. */
  const BEFORE = `
    insert into regions values (6, 'A', 'A', '1', true, 0, 0, 1);
    insert into provinces values (20, 6, 'P', '1', 0, 0);
    insert into cities values (30, 6, 20, 'C', '1', 'City', false);
    insert into offices (id, name, region_id, province_id) values
      (10, 'PENRO Laguna', 6, 20), (11, E'PENRO \u00a0Laguna', 6, null), (12, 'PENRO Peña', 6, null), (13, 'PENRO Pena', 6, null);
    insert into roles (name, access_level) values ('Encoder', 'PENRO'), (E'En\u200bcoder', 'PENRO'), ('ENCÓDER', 'PENRO');
    insert into users (first_name, middle_name, last_name, email, access_level, region_id, office_id, role_id) values
      (E'Isabel\nhttps://bad.example', null, E'Mun\u0303oz', 'isabel@bureau.example', 'PENRO', 6, 10, 1),
      (E'\u200b\u200b', 'Lee', 'Body', E'ana\u200b@bureau.example', 'PENRO', 6, 10, 1),
      ('Ana', null, 'Reyes', 'ana@bureau.example', 'PENRO', 6, 10, 1),
      ('Some', null, 'Body', E'some\u200b@bureau.example', 'PENRO', 6, 10, 1);
    insert into files (storage_key, kind, name, media_type, size, sha256, uploaded_by)
      select gen_random_uuid(), 'pdf', 'a.pdf', 'application/pdf', 1, repeat('a', 64), 1 from generate_series(1, 20);
    insert into site_profiles (code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
      year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
      emission_from_deforestation_area, implementation_arrangement, agreement_id, map_kml_id, site_status,
      penro_status, created_by, waiting_since, deactivate_reason, returned_reason)
    select 'SITES-' || n, 6, 20, 30, 10, name, 10, 2020, 2020, 2030,
      array['Reducing emissions from deforestation'], 10, 'MOA/MOU', n, 5 + n, 'Submitted', 'Submitted', 1, now(),
      E'No\u00a0 reason', E'First\u000bsecond \n'
    from (values (1, 'Samahan ñ'), (2, E'Samahan\u2028ng  Gubat\u200b'), (3, E'\u200b\u2060')) as partner (n, name);
    insert into review_steps (site_profile_id, round, action, level, user_id, user_name, role_name, comment, comments)
      values (1, 1, 'Returned', 'PENRO', 1, 'x', 'y', E'a\u000bb', '[{"principle_number": 1, "comment": "c \\nd\u2028e"}]')`

  test('are brought into it once, with a row in the log where a name changes', async () => {
    const { pool } = await migratedBefore('0048')
    await pool.query(BEFORE)
    expect(await migrate(pool)).toEqual([])
    const all = async (query: string) => (await pool.query({ text: query, rowMode: 'array' })).rows
    expect(await all('select name from offices order by id')).toEqual([
      ['PENRO Laguna'],
      ['PENRO Laguna (2)'],
      ['PENRO Peña'],
      ['PENRO Pena (2)'],
    ])
    expect(await all('select name from roles order by id')).toEqual([
      ['Encoder'],
      ['Encoder (2)'],
      ['ENCÓDER (3)'],
    ])
    expect(await all('select first_name, middle_name, last_name, email from users order by id')).toEqual([
      ['Isabel https://bad.example', null, 'Muñoz', 'isabel@bureau.example'],
      ['(no name)', 'Lee', 'Body', 'ana\u200b@bureau.example'],
      ['Ana', null, 'Reyes', 'ana@bureau.example'],
      ['Some', null, 'Body', 'some@bureau.example'],
    ])
    expect(
      await all('select name_of_partner, deactivate_reason, returned_reason from site_profiles order by id'),
    ).toEqual(
      ['Samahan ñ', 'Samahan ng Gubat', '(no name)'].map((name) => [name, 'No reason', 'First\nsecond']),
    )
    expect(await all('select comment, comments from review_steps')).toEqual([
      ['a\nb', [{ principle_number: 1, comment: 'c\nd\ne' }]],
    ])
    const logged = await all(
      `select auditable_type, auditable_id, event, field_change -> 0 ->> 'field', field_change -> 0 ->> 'new', user_id
      from audit_logs order by id`,
    )
    expect(logged).toEqual([
      ['User Management', 4, 'Updated', 'email', 'some@bureau.example', null],
      ['User Management', 1, 'Updated', 'first_name', 'Isabel https://bad.example', null],
      ['User Management', 1, 'Updated', 'last_name', 'Muñoz', null],
      ['User Management', 2, 'Updated', 'first_name', '(no name)', null],
      ['Profiling of SITES', 2, 'Updated', 'name_of_partner', 'Samahan ng Gubat', null],
      ['Profiling of SITES', 3, 'Updated', 'name_of_partner', '(no name)', null],
      ['Role Management', 2, 'Updated', 'name', 'Encoder (2)', null],
      ['Role Management', 3, 'Updated', 'name', 'ENCÓDER (3)', null],
      ['User Management', null, 'Updated', 'office', 'PENRO Laguna (2)', null],
      ['User Management', null, 'Updated', 'office', 'PENRO Pena (2)', null],
    ])
    // once more it finds nothing to do
    await pool.query('drop function line_form(text); drop function paragraph_form(text)')
    await pool.query(MIGRATIONS['0048_text_form'] ?? '')
    expect((await all('select from audit_logs')).length).toBe(logged.length)
    await expect(
      pool.query(`insert into roles (name, access_level) values ('éncoder', 'PENRO')`),
    ).rejects.toMatchObject({ constraint: 'roles_name_key' })
  })

  full.test('are found among 200,000 quickly', async () => {
    const { pool } = await migratedBefore('0048')
    await pool.query(`
      insert into regions values (6, 'A', 'A', '1', true, 0, 0, 1);
      insert into offices (id, name, region_id) values (10, 'PENRO A', 6);
      insert into roles (name, access_level) values ('Encoder', 'PENRO');
      insert into users (first_name, middle_name, last_name, email, access_level, region_id, office_id, role_id, deactivate_reason)
      select 'Niño', 'Peña', case when n % 1000 = 0 then E'Mun\u0303oz' else 'Muñoz' end, n || '@bureau.example', 'PENRO', 6, 10, 1, 'No longer here'
      from generate_series(1, 200000) as n`)
    const began = performance.now()
    await pool.query(MIGRATIONS['0048_text_form'] ?? '')
    expect(performance.now() - began).toBeLessThan(20_000)
    const { rows } = await pool.query('select count(*)::integer as count from audit_logs')
    expect(rows).toEqual([{ count: 200 }])
  })
})
