import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { ALL_KINDS } from '../../shared/access/record-kinds.ts'
import { type DraftForm, formsOfKinds, type UnfinishedForm } from '../../shared/drafts/drafts.schema.ts'
import type { Db } from '../database/db.ts'
import { visibleTo } from '../sites/sites.queries.ts'

/** the site of a record that is no profile, of a finding, a request or an instrument */
const siteOfWindow = sql<number | null>`case form_drafts.form
  ${sql.join(
    ALL_KINDS.filter(({ name }) => name !== 'site').flatMap(({ name, table }) =>
      [`${name}-return`, `${name}-note`].map(
        (form) => sql`when ${sql.lit(form)} then (
          select site_profile_id from ${sql.table(table.name)} where id = form_drafts.record_id)`,
      ),
    ),
    sql` `,
  )}
  when 'finding-explain' then (select site_profile_id from land_findings where id = form_drafts.record_id)
  when 'finding-ask' then (select site_profile_id from land_findings where id = form_drafts.record_id)
  when 'finding-answer' then (
    select land_findings.site_profile_id from land_requests
    join land_findings on land_findings.id = land_requests.land_finding_id
    where land_requests.id = form_drafts.record_id)
  when 'instrument-edit' then (select site_profile_id from land_instruments where id = form_drafts.record_id)
end`
const isEvidence = sql<boolean>`form_drafts.form like 'evidence-%'`

/**
 * Lists the caller's unfinished forms with the names of their records, the newest first, without those about a
 * record that the caller may no longer see.
 */
export async function listUnfinished(db: Db, actor: Actor): Promise<UnfinishedForm[]> {
  const drafts = await db
    .selectFrom('form_drafts')
    .leftJoin('site_profiles', (join) =>
      join.on((eb) =>
        eb.and([
          eb('site_profiles.id', '=', sql<number>`coalesce(${siteOfWindow}, form_drafts.record_id)`),
          eb.or([eb('form_drafts.form', 'in', OF_SITES), isEvidence]),
          visibleTo(actor)(eb as never),
        ]),
      ),
    )
    .leftJoin('summaries', (join) =>
      join
        .on('form_drafts.form', 'in', ['summary-texts', 'summary-comment'])
        .onRef('summaries.id', '=', 'form_drafts.record_id'),
    )
    .select((eb) => [
      'form_drafts.form',
      'form_drafts.record_id',
      'form_drafts.updated_at',
      sql<string | null>`coalesce(site_profiles.name_of_partner, summaries.title)`.as('name'),
      'site_profiles.code',
      'site_profiles.id as site_profile_id',
      // only of a new site, whose name is in the form
      eb
        .case()
        .when('form_drafts.form', '=', 'site-add')
        .then(eb.ref('form_drafts.content'))
        .end()
        .as('content'),
      sql<number | null>`(
        select open.id from site_activities as open
        where ${isEvidence} and open.site_profile_id = site_profiles.id and open.status = 'Activated'
          and open.site_status in ('Save as Draft', 'Returned')
        order by open.id desc limit 1
      )`.as('site_activity_id'),
    ])
    .where('form_drafts.user_id', '=', actor.id)
    .where((eb) =>
      eb.or([
        eb.not(eb.or([eb('form_drafts.form', 'in', OF_SITES), isEvidence])),
        eb('site_profiles.id', 'is not', null),
      ]),
    )
    .orderBy('form_drafts.updated_at', 'desc')
    .execute()
  return drafts.map(({ content, form, ...draft }) => ({
    ...draft,
    form: form as DraftForm,
    name: draft.name ?? partnerNameIn(content),
  }))
}

const OF_SITES: readonly DraftForm[] = [
  'site-edit',
  ...formsOfKinds('return'),
  ...formsOfKinds('note'),
  'finding-explain',
  'finding-ask',
  'finding-answer',
  'instrument-add',
  'instrument-edit',
]

/** Returns the partner's name from the form of a new profile, or null. */
function partnerNameIn(content: string | null): string | null {
  const stored = JSON.parse(content ?? 'null') as { values?: { name_of_partner?: unknown } } | null
  const name = stored?.values?.name_of_partner
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null
}
