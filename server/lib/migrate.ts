import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import places from '../../db/migrations/0001_places.sql?raw'
import usersAndRoles from '../../db/migrations/0002_users_and_roles.sql?raw'
import auditLogs from '../../db/migrations/0003_audit_logs.sql?raw'
import files from '../../db/migrations/0004_files.sql?raw'
import principles from '../../db/migrations/0005_principles.sql?raw'
import siteProfiles from '../../db/migrations/0006_site_profiles.sql?raw'
import siteActivities from '../../db/migrations/0007_site_activities.sql?raw'
import installation from '../../db/migrations/0008_installation.sql?raw'
import generatedPasswords from '../../db/migrations/0009_generated_passwords.sql?raw'
import principleBatches from '../../db/migrations/0010_principle_batches.sql?raw'
import fileUploads from '../../db/migrations/0011_file_uploads.sql?raw'
import reviewSnapshots from '../../db/migrations/0012_review_snapshots.sql?raw'
import draftsAndPhotos from '../../db/migrations/0013_drafts_and_photos.sql?raw'
import auditChain from '../../db/migrations/0014_audit_chain.sql?raw'
import reports from '../../db/migrations/0015_reports.sql?raw'
import dashboard from '../../db/migrations/0016_dashboard.sql?raw'
import keptCounts from '../../db/migrations/0017_kept_counts.sql?raw'
import fileBoundaries from '../../db/migrations/0018_file_boundaries.sql?raw'
import recordChanges from '../../db/migrations/0019_record_changes.sql?raw'
import siteOverlaps from '../../db/migrations/0020_site_overlaps.sql?raw'
import signIn from '../../db/migrations/0021_sign_in.sql?raw'
import auditVisibility from '../../db/migrations/0022_audit_visibility.sql?raw'
import formSubmissions from '../../db/migrations/0023_form_submissions.sql?raw'
import mailChoice from '../../db/migrations/0025_mail_choice.sql?raw'
import search from '../../db/migrations/0026_search.sql?raw'
import referenceKeys from '../../db/migrations/0027_reference_keys.sql?raw'
import impossibleStates from '../../db/migrations/0028_impossible_states.sql?raw'
import backups from '../../db/migrations/0029_backups.sql?raw'
import publicCalls from '../../db/migrations/0030_public_calls.sql?raw'
import listChanges from '../../db/migrations/0031_list_changes.sql?raw'
import deactivatedCovering from '../../db/migrations/0032_deactivated_covering.sql?raw'
import figuresAndStatements from '../../db/migrations/0033_figures_and_statements.sql?raw'
import registerHistory from '../../db/migrations/0034_register_history.sql?raw'
import summaries from '../../db/migrations/0035_summaries.sql?raw'
import approvedCounts from '../../db/migrations/0036_approved_counts.sql?raw'
import imports from '../../db/migrations/0037_imports.sql?raw'
import recall from '../../db/migrations/0038_recall.sql?raw'
import bulkDecisions from '../../db/migrations/0040_bulk_decisions.sql?raw'
import queues from '../../db/migrations/0041_queues.sql?raw'
import publicLog from '../../db/migrations/0042_public_log.sql?raw'
import erasedContent from '../../db/migrations/0043_erased_content.sql?raw'
import certificates from '../../db/migrations/0044_certificates.sql?raw'
import outside from '../../db/migrations/0045_outside.sql?raw'
import uploadRows from '../../db/migrations/0046_upload_rows.sql?raw'
import uploadPieces from '../../db/migrations/0047_upload_pieces.sql?raw'
import textForm from '../../db/migrations/0048_text_form.sql?raw'
import uniqueNames from '../../db/migrations/0049_unique_names.sql?raw'
import importSafety from '../../db/migrations/0050_import_safety.sql?raw'
import fileDownloads from '../../db/migrations/0052_file_downloads.sql?raw'
import guessedAccounts from '../../db/migrations/0054_guessed_accounts.sql?raw'
import ranksOfCustomRoles from '../../db/migrations/0056_ranks_of_custom_roles.sql?raw'
import officeNames from '../../db/migrations/0057_office_names.sql?raw'
import warnings from '../../db/migrations/0058_warnings.sql?raw'
import outlinesAndWithdrawals from '../../db/migrations/0059_outlines_and_withdrawals.sql?raw'
import takingOverUndone from '../../db/migrations/0060_taking_over_undone.sql?raw'
import partOfFigures from '../../db/migrations/0061_part_of_figures.sql?raw'
import recalled from '../../db/migrations/0062_recalled.sql?raw'
import bulkLetters from '../../db/migrations/0063_bulk_letters.sql?raw'
import oneLog from '../../db/migrations/0064_one_log.sql?raw'
import erasingPersons from '../../db/migrations/0065_erasing_persons.sql?raw'
import alteredRecords from '../../db/migrations/0066_altered_records.sql?raw'
import statedFacts from '../../db/migrations/0067_stated_facts.sql?raw'
import packageJson from '../../package.json'
import type { Db } from './db.ts'
import { CannotStart } from './embedded-postgres/cannot-start.ts'
import { findBroken, VALIDATE } from './constraints.ts'

/** The SQL of each, listed by hand, so that the order is visible and the bundle holds them. Forward only. */
export const MIGRATIONS: Readonly<Record<string, string>> = {
  '0001_places': places,
  '0002_users_and_roles': usersAndRoles,
  '0003_audit_logs': auditLogs,
  '0004_files': files,
  '0005_principles': principles,
  '0006_site_profiles': siteProfiles,
  '0007_site_activities': siteActivities,
  '0008_installation': installation,
  '0009_generated_passwords': generatedPasswords,
  '0010_principle_batches': principleBatches,
  '0011_file_uploads': fileUploads,
  '0012_review_snapshots': reviewSnapshots,
  '0013_drafts_and_photos': draftsAndPhotos,
  '0014_audit_chain': auditChain,
  '0015_reports': reports,
  '0016_dashboard': dashboard,
  '0017_kept_counts': keptCounts,
  '0018_file_boundaries': fileBoundaries,
  '0019_record_changes': recordChanges,
  '0020_site_overlaps': siteOverlaps,
  '0021_sign_in': signIn,
  '0022_audit_visibility': auditVisibility,
  '0023_form_submissions': formSubmissions,
  '0025_mail_choice': mailChoice,
  '0026_search': search,
  '0027_reference_keys': referenceKeys,
  '0028_impossible_states': impossibleStates,
  '0029_backups': backups,
  '0030_public_calls': publicCalls,
  '0031_list_changes': listChanges,
  '0032_deactivated_covering': deactivatedCovering,
  '0033_figures_and_statements': figuresAndStatements,
  '0034_register_history': registerHistory,
  '0035_summaries': summaries,
  '0036_approved_counts': approvedCounts,
  '0037_imports': imports,
  '0038_recall': recall,
  '0040_bulk_decisions': bulkDecisions,
  '0041_queues': queues,
  '0042_public_log': publicLog,
  '0043_erased_content': erasedContent,
  '0044_certificates': certificates,
  '0045_outside': outside,
  '0046_upload_rows': uploadRows,
  '0047_upload_pieces': uploadPieces,
  '0048_text_form': textForm,
  '0049_unique_names': uniqueNames,
  '0050_import_safety': importSafety,
  '0052_file_downloads': fileDownloads,
  '0054_guessed_accounts': guessedAccounts,
  '0056_ranks_of_custom_roles': ranksOfCustomRoles,
  '0057_office_names': officeNames,
  '0058_warnings': warnings,
  '0059_outlines_and_withdrawals': outlinesAndWithdrawals,
  '0060_taking_over_undone': takingOverUndone,
  '0061_part_of_figures': partOfFigures,
  '0062_recalled': recalled,
  '0063_bulk_letters': bulkLetters,
  '0064_one_log': oneLog,
  '0065_erasing_persons': erasingPersons,
  '0066_altered_records': alteredRecords,
  '0067_stated_facts': statedFacts,
}

/** This release, as migrations of later ones name it. */
const RELEASE = packageJson.version

/** The sum of a migration's text, whichever line ends a checkout gives it. */
const sumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** What has run is noted under the name that it has had from the beginning; sums came later. */
const PREPARE = `
  create table if not exists kysely_migration (
    name varchar(255) primary key,
    timestamp varchar(255) not null
  );
  alter table kysely_migration add column if not exists sha256 text;
  alter table kysely_migration add column if not exists borne_since text`

/** The line above a statement that takes something away, which the named release reads no more. */
const CONTRACT = /^-- contract: \S.* since \D*(\d+(?:\.\d+)+)/gm

/** The oldest release that can work with the schema after this migration; null where every earlier one can. */
export const borneSince = (text: string): string | null =>
  [...text.matchAll(CONTRACT)].map(([, release = '']) => release).reduce<string | null>(newest, null)

const newest = (one: string | null, other: string): string =>
  one !== null && compareReleases(one, other) > 0 ? one : other

function compareReleases(one: string, other: string): number {
  const [left, right] = [one, other].map((release) => release.split('.').map(Number))
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Of the whole database: whoever migrates holds it, and the others wait. */
const LOCK = 7_203_944_112

/** A migration takes strong locks, and a person at work may be the one it would wait for in a circle. */
const MOST_TRIES = 5
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01'

/** One migration and the note of it, in one transaction. */
async function runOne(client: pg.ClientBase, name: string, text: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin')
      await client.query(text)
      await client.query(
        'insert into kysely_migration (name, timestamp, sha256, borne_since) values ($1, $2, $3, $4)',
        [name, new Date().toISOString(), sumOf(text), borneSince(text)],
      )
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (isDeadlock(error) && tries < MOST_TRIES) continue
      throw new Error(`The migration db/migrations/${name}.sql failed; nothing of it is in the database.`, {
        cause: error,
      })
    }
  }
}

type Noted = { name: string; sha256: string | null }

/** What has run here is what this version holds under the same names. */
function insistUnchanged(noted: readonly Noted[]): void {
  for (const { name, sha256 } of noted) {
    const text = MIGRATIONS[name]
    if (text === undefined)
      throw new CannotStart(
        `This database has been brought up to date by a newer version of the product (${name}): start that version.`,
      )
    if (sha256 !== null && sha256 !== sumOf(text))
      throw new CannotStart(
        `The migration db/migrations/${name}.sql is not the one that ran in this database: put its text back, and write what should change into a new migration.`,
      )
  }
}

async function runAll(client: pg.ClientBase): Promise<void> {
  await client.query(PREPARE)
  const { rows: noted } = await client.query<Noted>('select name, sha256 from kysely_migration order by name')
  insistUnchanged(noted)
  // from before sums were kept
  for (const { name } of noted.filter(({ sha256 }) => sha256 === null))
    await client.query('update kysely_migration set sha256 = $2 where name = $1', [
      name,
      sumOf(MIGRATIONS[name] ?? ''),
    ])
  const ran = new Set(noted.map(({ name }) => name))
  for (const [name, text] of Object.entries(MIGRATIONS)) if (!ran.has(name)) await runOne(client, name, text)
}

/**
 * Brings the schema up to date, the job queue's own schema included, on a connection of its own that no statement's time
 * limit ends. One instance at a time: another waits and then finds it done. Throws CannotStart where the database and
 * this version do not belong together. Returns a sentence for each constraint that rows from before it break.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await runAll(client)
    await runMigrations({ pgPool: pool })
    await client.query(VALIDATE)
    return await findBroken(client)
  } finally {
    // ends the connection, and with it the lock
    client.release(true)
  }
}

/**
 * Throws CannotStart where the database is not exactly that of this version: a command that counts anew, or lists what a
 * newer version tells apart, would do harm or say what is not so.
 */
export async function insistOwnSchema(db: Db): Promise<void> {
  const { rows } = await sql<Noted>`select name, sha256 from kysely_migration order by name`.execute(db)
  insistUnchanged(rows)
  const misfit = await findMisfit(db)
  if (misfit) throw new CannotStart(misfit)
}

/** Runs one migration of this version in the transaction of whoever rebuilds a schema. */
export async function applyMigration(db: Db, name: string): Promise<void> {
  await sql.raw(MIGRATIONS[name] ?? '').execute(db)
}

/** An empty database in which can be noted what has run. */
export async function prepareForMigrations(db: Db): Promise<void> {
  await sql.raw(PREPARE).execute(db)
}

/**
 * Why this build cannot work with the schema as it is now: a migration of its own is missing, or a newer version has
 * taken away what this one still reads. Null when it can; what a newer version has only added is borne.
 */
export async function findMisfit(db: Db, release: string = RELEASE): Promise<string | null> {
  const { rows } = await sql<{
    name: string
    borne_since: string | null
  }>`select name, borne_since from kysely_migration order by name`.execute(db)
  const ran = new Set(rows.map(({ name }) => name))
  const missing = Object.keys(MIGRATIONS).find((name) => !ran.has(name))
  if (missing)
    return `The database has not been brought up to date (${missing} is missing): start this version once more.`
  const beyond = rows.find(
    ({ name, borne_since }) =>
      MIGRATIONS[name] === undefined && borne_since !== null && compareReleases(borne_since, release) > 0,
  )
  return beyond
    ? `A newer version of the product has taken away what this one reads (${beyond.name}): only version ${beyond.borne_since} or newer can work with this database.`
    : null
}
