import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { DraftForm, FormDraft, UnfinishedForm } from '../../shared/drafts/drafts.schema.ts'
import type { Db } from '../lib/db.ts'
import { visibleTo } from '../sites/sites.queries.ts'

/** Which draft: everybody has one of each form and record. `record_id` is 0 for a record that does not exist yet. */
export type DraftOf = { user_id: number; form: DraftForm; record_id: number }

const KEPT = [
  'form_drafts.record_id',
  'form_drafts.revision',
  'form_drafts.content',
  'form_drafts.updated_at',
] as const

/** The draft this person keeps of a form, or null. */
export async function findDraft(db: Db, { user_id, form, record_id }: DraftOf): Promise<FormDraft | null> {
  const draft = await db
    .selectFrom('form_drafts')
    .select(KEPT)
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.form', '=', form)
    .where('form_drafts.record_id', '=', record_id)
    .executeTakeFirst()
  return draft ?? null
}

/** The drafts this person keeps of the forms of one record. */
export async function listDrafts(
  db: Db,
  { user_id, record_id }: Pick<DraftOf, 'user_id' | 'record_id'>,
): Promise<(FormDraft & { form: DraftForm })[]> {
  const drafts = await db
    .selectFrom('form_drafts')
    .select(['form_drafts.form', ...KEPT])
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.record_id', '=', record_id)
    .orderBy('form_drafts.form')
    .execute()
  return drafts as (FormDraft & { form: DraftForm })[]
}

const isEvidence = sql<boolean>`form_drafts.form like 'evidence-%'`

/**
 * What this person has begun and not sent, the newest first, by the name of what it is about. A form about a site or an
 * activity that they may not see any more is left out.
 */
export async function listUnfinished(db: Db, actor: Actor): Promise<UnfinishedForm[]> {
  const drafts = await db
    .selectFrom('form_drafts')
    .leftJoin('site_activities', (join) =>
      join
        .on('form_drafts.form', '=', 'activity-return')
        .onRef('site_activities.id', '=', 'form_drafts.record_id'),
    )
    .leftJoin('site_profiles', (join) =>
      join.on((eb) =>
        eb.and([
          eb(
            'site_profiles.id',
            '=',
            sql<number>`coalesce(site_activities.site_profile_id, form_drafts.record_id)`,
          ),
          eb.or([eb('form_drafts.form', 'in', OF_SITES), isEvidence]),
          visibleTo(actor)(eb as never),
        ]),
      ),
    )
    .leftJoin('summaries', (join) =>
      join.on('form_drafts.form', '=', 'summary-texts').onRef('summaries.id', '=', 'form_drafts.record_id'),
    )
    .select((eb) => [
      'form_drafts.form',
      'form_drafts.record_id',
      'form_drafts.updated_at',
      sql<string | null>`coalesce(site_profiles.name_of_partner, summaries.title)`.as('name'),
      'site_profiles.code',
      // only of a site that has none yet, which names itself
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
    name: draft.name ?? typedName(content),
  }))
}

const OF_SITES: readonly DraftForm[] = ['site-edit', 'site-return', 'activity-return']

/** The name of the partner as it is typed into a new profile; null where none is. */
function typedName(content: string | null): string | null {
  const kept = JSON.parse(content ?? 'null') as { values?: { name_of_partner?: unknown } } | null
  const name = kept?.values?.name_of_partner
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null
}

/** Keeps a draft in place of the earlier one. */
export async function saveDraft(
  db: Db,
  of: DraftOf,
  draft: Pick<FormDraft, 'revision' | 'content' | 'updated_at'>,
): Promise<void> {
  await db
    .insertInto('form_drafts')
    .values({ ...of, ...draft })
    .onConflict((conflict) => conflict.constraint('form_drafts_owner_key').doUpdateSet(draft))
    .execute()
}

/** Forgets the draft of a form; none is no error. */
export async function removeDraft(db: Db, { user_id, form, record_id }: DraftOf): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.form', '=', form)
    .where('form_drafts.record_id', '=', record_id)
    .execute()
}

/** Forgets every draft of a person. */
export async function removeDraftsOf(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('form_drafts').where('form_drafts.user_id', '=', user_id).execute()
}

/** Forgets all but the newest drafts of a person. */
export async function removeDraftsBeyond(db: Db, user_id: number, most: number): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.id', 'in', (eb) =>
      eb
        .selectFrom('form_drafts')
        .select('form_drafts.id')
        .where('form_drafts.user_id', '=', user_id)
        .orderBy('form_drafts.updated_at', 'desc')
        .offset(most)
        .forUpdate()
        // one that another tab is just writing is not old
        .skipLocked(),
    )
    .execute()
}

/** Forgets what nobody came back to since this moment. */
export async function removeDraftsBefore(db: Db, moment: string): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.updated_at', '<', sql<string>`${moment}::timestamptz`)
    .execute()
}

/** Forgets what anybody keeps of these forms of a record. */
export async function removeDraftsOfRecord(
  db: Db,
  forms: readonly DraftForm[],
  record_id: number,
): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.record_id', '=', record_id)
    .where('form_drafts.form', 'in', [...forms])
    .execute()
}
