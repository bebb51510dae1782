import { type RawBuilder, sql } from 'kysely'
import { withAdvisoryLock } from '../database/advisory-lock.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { CERTIFICATE_FACTS } from './claimed-certificates.queries.ts'
import { type FactsOf, factsJson, FROM } from '../review/public-facts.queries.ts'
import { areAllFactsRecorded, MODULES, STATING_EVENTS } from './stated.queries.ts'

/** records per statement, which is a transaction of its own */
const RECORDS_PER_STATEMENT = 1_000

/** SQL: a JSON object as the changes of a row of the log, without nulls. */
const asChanges = (facts: RawBuilder<unknown>) => sql`(
  select jsonb_agg(jsonb_build_object('field', key, 'old', null, 'new', value) order by number)
  from json_each_text(${facts}) with ordinality as fact (key, value, number) where value is not null)`

const events = sql.join(STATING_EVENTS.map((event) => sql.lit(event)))

const COLUMNS = sql`auditable_type, auditable_id, auditable_code, event, field_change, region_id, office_id`

/** Logs the facts of the next approved records that no row states yet; returns the last id, null at the end. */
async function recordNextFacts(db: Db, kind: FactsOf, after: number): Promise<number | null> {
  const table = sql.raw({ site: 'profile', activity: 'activity' }[kind])
  const code = kind === 'site' ? sql`profile.code` : sql`activity.site_profile_code`
  const { rows } = await sql<{ last: number | null }>`
    with wanted as (
      select ${table}.id, ${code} as code, region_id, office_id, json_build_object('status', status) as status,
        ${factsJson(kind)} as facts
      from ${FROM[kind]}
      where site_status = 'Approved' and ${table}.id > ${after} order by ${table}.id limit ${RECORDS_PER_STATEMENT}
    ), added as (
      insert into audit_logs (${COLUMNS})
      select ${MODULES[kind]}, id, code, 'Public Facts Noted', ${asChanges(sql`facts`)} || ${asChanges(sql`status`)},
        region_id, office_id
      from wanted
      where not exists (
        select from audit_logs where auditable_type = ${sql.lit(MODULES[kind])} and auditable_id = wanted.id
          and event in (${events}) and field_change @> '[{"field": "approved_at"}]'
      ) order by id
    )
    select max(id) as last from wanted`.execute(db)
  return rows[0]?.last ?? null
}

/** Logs what these certificates were issued with, once each. The row names no one: anyone may open a certificate. */
export async function recordCertificateFacts(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into audit_logs (${COLUMNS})
    select ${MODULES.activity}, activity.id, activity.site_profile_code, 'Certificate Issued',
      ${asChanges(CERTIFICATE_FACTS)}, region_id, office_id
    from certificates join ${FROM.activity} on activity.id = certificates.site_activity_id
    where ${which} and not exists (
      select from audit_logs where auditable_type = ${sql.lit(MODULES.activity)} and auditable_id = activity.id
        and event = 'Certificate Issued'
        and field_change @> jsonb_build_array(jsonb_build_object('field', 'sha256', 'new', certificates.sha256))
    ) order by issued_at, code`.execute(db)
}

/**
 * Logs the public facts of all records approved before the log stated them, once per database, and ends with a row that
 * says so: from then on a record without such facts is a finding. Each piece is a transaction, so a killed start
 * continues.
 */
export async function recordPublicFacts({ db }: Pick<Services, 'db'>): Promise<void> {
  if (await areAllFactsRecorded(db)) return
  const note = async (held: Db) => {
    if (await areAllFactsRecorded(held)) return
    for (const kind of ['site', 'activity'] as const)
      for (let last: number | null = 0; last !== null; ) last = await recordNextFacts(held, kind, last)
    await recordCertificateFacts(held, sql`true`)
    await sql`insert into audit_logs (auditable_type, event) values ('System', 'Public Facts Noted')`.execute(
      held,
    )
  }
  await withAdvisoryLock(db, 'public facts', note, { waits: true })
}
