import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { LandInstruments } from '../../db/types.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import type { PublicInstrument } from '../../shared/approved/approved.schema.ts'
import type { TidyInstrument } from '../../shared/land/instruments.rules.ts'
import { INSTRUMENT_KINDS, type InstrumentKind } from '../../shared/land/instrument-kinds.ts'
import { EXPIRY_NOTICE_DAYS, type Instrument } from '../../shared/land/instruments.schema.ts'
import type { Db } from '../database/db.ts'

type Stored = Selectable<LandInstruments>

/** SQL: what an instrument is called. */
const nameOf = sql<string>`coalesce(instruments.other_kind, case instruments.kind ${sql.join(
  Object.entries(INSTRUMENT_KINDS).map(
    ([kind, { label }]) => sql`when ${sql.lit(kind)} then ${sql.lit(label)}`,
  ),
  sql` `,
)} end)`
/** SQL: the same with its number. */
const titleOf = sql<string>`concat_ws(' ', ${nameOf}, instruments.number)`

const instruments = (db: Db, site_profile_id: number) =>
  db
    .selectFrom('land_instruments')
    .innerJoin('users', 'users.id', 'land_instruments.recorded_by')
    .leftJoin('land_files', 'land_files.land_instrument_id', 'land_instruments.id')
    .leftJoin('files', 'files.id', 'land_files.file_id')
    .select([
      'land_instruments.id',
      'land_instruments.kind',
      'other_kind',
      'number',
      'issuer',
      'asked_on',
      'issued_on',
      'valid_until',
      'renews_id',
      'land_files.file_id',
      'files.name as file_name',
      'recorded_at',
      'confirmed_at',
      'revision',
      'removed_at',
      'removed_reason',
    ])
    .select(
      sql<Instrument['file_facts']>`case when files.id is not null then jsonb_build_object('size', files.size,
        'sha256', files.sha256, 'created_at', files.created_at, 'scan_status', files.scan_status)
        end`.as('file_facts'),
    )
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('recorded_by'))
    .select(
      sql<string | null>`(
        select ${titleOf} from land_instruments as instruments where instruments.id = land_instruments.renews_id
      )`.as('renews'),
    )
    .select(
      sql<Instrument['findings']>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', finding.id, 'feature_code', feature_code, 'feature_name', feature_name
        ) order by overlap_ha desc, finding.id), '[]')
        from land_instrument_findings join land_findings as finding on finding.id = land_finding_id
        where land_instrument_id = land_instruments.id
      )`.as('findings'),
    )
    .where('land_instruments.site_profile_id', '=', site_profile_id)

export type InstrumentRow = Instrument & Pick<Stored, 'removed_at' | 'removed_reason'>

/** Lists the instruments of a profile that are not removed, the newest first. */
export async function listInstruments(db: Db, site_profile_id: number): Promise<Instrument[]> {
  const rows = await instruments(db, site_profile_id)
    .where('removed_at', 'is', null)
    .orderBy('land_instruments.id', 'desc')
    .execute()
  return rows as InstrumentRow[]
}

/** Returns one instrument of a profile, also a removed one, or null. */
export async function findInstrument(
  db: Db,
  site_profile_id: number,
  id: number,
): Promise<InstrumentRow | null> {
  const row = await instruments(db, site_profile_id).where('land_instruments.id', '=', id).executeTakeFirst()
  return (row as InstrumentRow | undefined) ?? null
}

type Columns = Omit<TidyInstrument, 'file_id' | 'finding_ids'>

/** Adds an instrument; returns its id. */
export async function insertInstrument(
  db: Db,
  columns: Columns,
  { site_profile_id, recorded_by, at }: { site_profile_id: number; recorded_by: number; at: string },
): Promise<number> {
  const { id } = await db
    .insertInto('land_instruments')
    .values({ ...columns, site_profile_id, recorded_by, recorded_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves changes of an instrument, as its next revision. */
export async function saveInstrument(
  db: Db,
  id: number,
  at: string,
  changes: Partial<Columns & Pick<Stored, 'confirmed_at' | 'removed_at' | 'removed_reason' | 'noticed_days'>>,
): Promise<void> {
  await db
    .updateTable('land_instruments')
    .set({ ...changes, updated_at: at, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute()
}

/** Gives an instrument this file in the place of the one it has; null is none. */
export async function replaceInstrumentFile(
  db: Db,
  { id, site_profile_id }: { id: number; site_profile_id: number },
  file_id: number | null,
): Promise<void> {
  await db.deleteFrom('land_files').where('land_instrument_id', '=', id).execute()
  if (file_id !== null)
    await db.insertInto('land_files').values({ file_id, site_profile_id, land_instrument_id: id }).execute()
}

/** Ticks these findings of the profile for an instrument, and no others; false if one is not of the profile. */
export async function tickFindings(
  db: Db,
  { id, site_profile_id }: { id: number; site_profile_id: number },
  finding_ids: readonly number[],
): Promise<boolean> {
  await db.deleteFrom('land_instrument_findings').where('land_instrument_id', '=', id).execute()
  const { rows } = await sql`
    insert into land_instrument_findings (land_instrument_id, land_finding_id, site_profile_id)
    select ${id}, id, site_profile_id from land_findings
    where id = any(${finding_ids}::integer[]) and site_profile_id = ${site_profile_id}
    returning land_finding_id`.execute(db)
  return rows.length === finding_ids.length
}

const INSTRUMENT_EVENTS = ['Instrument Changed', 'Instrument Removed', 'Instrument Confirmed'] as const

/** Returns who changed an instrument last, when and what, from the log; null where the log does not name it. */
export async function findInstrumentChange(
  db: Db,
  site_profile_id: number,
  id: number,
): Promise<SavedBefore | null> {
  const row = await db
    .selectFrom('audit_logs')
    .select(['user_name', 'event', 'field_change', 'created_at'])
    .where('auditable_type', '=', 'Profiling of SITES')
    .where('auditable_id', '=', site_profile_id)
    .where('event', 'in', INSTRUMENT_EVENTS)
    .where(sql<boolean>`field_change @> ${JSON.stringify([{ field: 'instrument', new: String(id) }])}::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const changes = row.field_change as unknown as FieldChange[]
  return {
    by: row.user_name ?? 'Another user',
    at: row.created_at,
    events: [row.event as (typeof INSTRUMENT_EVENTS)[number]],
    fields: changes.filter(({ field }) => field !== 'instrument' && field !== 'name'),
  }
}

/** Empties the texts of a removed instrument, whose row of the log is erased; returns them. */
export async function emptyInstrument(db: Db, site_profile_id: number, id: number): Promise<string[]> {
  const found = await findInstrument(db, site_profile_id, id)
  if (!found || found.removed_at === null) return []
  const other_kind = found.other_kind === null ? null : ''
  await db
    .updateTable('land_instruments')
    .set({ issuer: '', number: null, other_kind, removed_reason: '' })
    .where('id', '=', id)
    .execute()
  return [found.issuer, found.number, found.other_kind, found.removed_reason].filter(
    (text) => !!text,
  ) as string[]
}

const publicText = (rows: RawBuilder<unknown>) => sql<string | null>`(
  select string_agg(kind || ', ' || year, '; ' order by kind collate "C", year)
  from (select distinct kind, extract(year from issued_on)::integer as year from ${rows}) as kinds
)`

/**
 * SQL: the kinds and years of the confirmed instruments of a profile, each once, as the log states them and as they are
 * compared with the log: "cbfma, 2019; pamb_clearance, 2025"; null if there are none.
 */
export const publicInstruments = (site_profile_id: RawBuilder<unknown>) =>
  publicText(sql`land_instruments where land_instruments.site_profile_id = ${site_profile_id}
    and removed_at is null and confirmed_at is not null and issued_on is not null`)

/** The field of the log that states what is public of instruments. */
export const PUBLIC_INSTRUMENTS = 'public_instruments'

/** Makes a change of the instruments of a profile, and returns what it changed for the public, for its row of the log. */
export async function publicChanges(
  db: Db,
  site_profile_id: number,
  change: () => Promise<unknown>,
): Promise<FieldChange[]> {
  const read = async () => {
    const { rows } = await sql<{ text: string | null }>`
      select ${publicInstruments(sql`${site_profile_id}::integer`)} as text`.execute(db)
    return rows[0]?.text ?? null
  }
  const old = await read()
  await change()
  const now = await read()
  return old === now ? [] : [{ field: PUBLIC_INSTRUMENTS, old, new: now }]
}

/**
 * Confirms the issued instruments of a profile with its final approval, so that their kinds and years become public.
 * Returns what the caller must log in the same transaction, since public pages are compared with the log; empty if there
 * was nothing to confirm.
 */
export async function confirmInstruments(
  db: Db,
  site_profile_id: number,
  at: string,
): Promise<FieldChange[]> {
  const { rows } = await sql<{ old: string | null; now: string | null; names: string | null }>`
    with issued as (
      select * from land_instruments
      where site_profile_id = ${site_profile_id} and removed_at is null and issued_on is not null
    ), confirmed as (
      update land_instruments as instruments
      set confirmed_at = ${at}, updated_at = ${at}, revision = instruments.revision + 1
      from issued where instruments.id = issued.id and issued.confirmed_at is null
      returning instruments.id, ${nameOf} as name, instruments.issued_on
    )
    select ${publicText(sql`issued where confirmed_at is not null`)} as old, ${publicText(sql`issued`)} as now,
      (select string_agg(name || ', ' || extract(year from issued_on), '; ' order by id) from confirmed) as names`.execute(
    db,
  )
  const { old = null, now = null, names = null } = rows[0] ?? {}
  return [
    ...(names === null ? [] : [{ field: 'instruments_confirmed', old: null, new: names }]),
    ...(old === now ? [] : [{ field: PUBLIC_INSTRUMENTS, old, new: now }]),
  ]
}

/**
 * Lists what the public may read of the confirmed instruments of an approved activity's site: each kind and year once,
 * by kind and then year. `today` is a day in Manila, yyyy-mm-dd.
 */
export async function listPublicInstruments(
  db: Db,
  site_activity_id: number,
  today: string,
): Promise<(Omit<PublicInstrument, 'kind'> & { kind: InstrumentKind })[]> {
  const rows = await db
    .selectFrom('land_instruments')
    .innerJoin('site_activities', 'site_activities.site_profile_id', 'land_instruments.site_profile_id')
    .select('kind')
    .select(sql<number>`extract(year from issued_on)::integer`.as('year'))
    .select(sql<boolean>`bool_and(coalesce(valid_until < ${today}::date, false))`.as('expired'))
    .where('site_activities.id', '=', site_activity_id)
    .where('removed_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .where('issued_on', 'is not', null)
    .groupBy(['kind', 'year'])
    .execute()
  const kinds = Object.keys(INSTRUMENT_KINDS) as InstrumentKind[]
  return kinds.flatMap((kind) =>
    rows
      .filter((row) => row.kind === kind)
      .toSorted((one, other) => one.year - other.year)
      .map(({ year, expired }) => ({ kind, year, expired })),
  )
}

/** SQL: no issued instrument renews this one, as a person has said of it (S-165). */
const isNotRenewed = sql<boolean>`not exists (
  select from land_instruments as newer
  where newer.renews_id = instruments.id and newer.removed_at is null and newer.issued_on is not null
)`

const [FIRST_NOTICE_DAYS] = EXPIRY_NOTICE_DAYS

/** Those that expire within the days of the first notice or have expired, of activated profiles. */
const isEnding = (today: string) => sql<boolean>`
  instruments.removed_at is null and instruments.valid_until <= ${today}::date + ${sql.lit(FIRST_NOTICE_DAYS)}::integer
    and site_profiles.status = 'Activated' and ${isNotRenewed}`

/**
 * SQL of the tasks on this day in Manila about instruments that expire soon or have expired, of the profiles in reach.
 * Removed and renewed ones, and those of deactivated profiles have none.
 */
export const expiryTasks = (isInReach: RawBuilder<unknown>, today: string) => sql`
  select ending.state || ' ' || instruments.id as id, ending.state as task, site_profiles.id as site_profile_id, site_profiles.code,
    site_profiles.name_of_partner, null::integer as finding_id, ${titleOf} as what,
    (case ending.state when 'expired' then instruments.valid_until + 1
      else instruments.valid_until - ${sql.lit(FIRST_NOTICE_DAYS)}::integer end)::timestamp at time zone 'Asia/Manila' as since,
    jsonb_build_object('words', 'Issued by ' || instruments.issuer || '. ' || case
      when ending.state = 'expired' then 'Expired on ' || ending.day
      when ending.days = 0 then 'Expires today'
      else 'Expires in ' || ending.days || case ending.days when 1 then ' day' else ' days' end || ', on ' || ending.day
    end || '.') as facts
  from land_instruments as instruments join site_profiles on site_profiles.id = instruments.site_profile_id,
    lateral (
      select to_char(instruments.valid_until, 'Mon DD, YYYY') as day, instruments.valid_until - ${today}::date as days,
        case when instruments.valid_until < ${today}::date then 'expired' else 'expiring' end as state
    ) as ending
  where ${isEnding(today)} and ${isInReach}`

/** Profiles with an instrument that no longer holds on this day, after this one. */
export async function listSitesWithEndedPapers(
  db: Db,
  today: string,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('land_instruments')
    .select('site_profile_id')
    .distinct()
    .where('removed_at', 'is', null)
    .where('valid_until', '<', today)
    .where('site_profile_id', '>', after)
    .orderBy('site_profile_id')
    .limit(most)
    .execute()
  return rows.map(({ site_profile_id }) => site_profile_id)
}

export type EndingInstrument = {
  id: number
  site_profile_id: number
  code: string
  name_of_partner: string
  region_id: number
  office_id: number
  kind: InstrumentKind
  /** what the office calls a kind that is none of the list */
  other_kind: string | null
  number: string | null
  issuer: string
  valid_until: string
}

/**
 * Marks the instruments whose notice before the expiry is due and not sent, and returns them by office and day. Only
 * the nearest notice of each is due, so a server that was down says it once.
 */
export async function takeDueNotices(db: Db, today: string, most: number): Promise<EndingInstrument[]> {
  const due = sql`(select min(days) from unnest(${sql.lit(`{${EXPIRY_NOTICE_DAYS.join(',')}}`)}::integer[]) as days
    where instruments.valid_until <= ${today}::date + days)`
  const { rows } = await sql<EndingInstrument>`
    with due as (
      select instruments.id, site_profiles.code, site_profiles.name_of_partner,
        site_profiles.region_id, site_profiles.office_id, instruments.kind, instruments.other_kind, instruments.number,
        instruments.issuer, ${due} as days
      from land_instruments as instruments join site_profiles on site_profiles.id = instruments.site_profile_id
      where ${isEnding(today)} and instruments.valid_until >= ${today}::date
        and (instruments.noticed_days is null or instruments.noticed_days > ${due})
      order by site_profiles.office_id, instruments.id limit ${most} for update of instruments skip locked
    ), taken as (
      update land_instruments set noticed_days = due.days from due where land_instruments.id = due.id
      returning land_instruments.id, land_instruments.site_profile_id, land_instruments.valid_until
    )
    select taken.id, taken.site_profile_id, code, name_of_partner, region_id, office_id, kind, other_kind,
      number, issuer, valid_until
    from taken join due using (id) order by office_id, valid_until, code, taken.id`.execute(db)
  return rows
}
