import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { LAND_TASKS, type LandTask, type LandTaskRow } from '../../shared/land/findings.schema.ts'
import type { FindingConsent } from '../../shared/land/form-findings.ts'
import { accordingTo, findingWords, LAND_STATE_WORDS } from '../../shared/land/land-states.ts'
import { consentLabel } from '../../shared/land/land-words.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { turnsOf } from '../../shared/sites/site-land.policy.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { expiryTasks } from './instruments.queries.ts'
import { consentOfFinding, COUNTS, CURRENT_LAYERS, isNotCovered, TURN } from './land-warnings.queries.ts'

/** What a task is about, as it is stored; its words are made of it. */
type TaskFacts = {
  feature_code?: string | null
  feature_name?: string | null
  overlap_ha?: number
  share?: number
  state?: 'found' | 'explained' | 'accepted'
  source?: string
  source_date?: string
  reason?: string
  /** of a task whose words are written where it comes from */
  words?: string
}
type StoredTask = Omit<LandTaskRow, 'words'> & { facts: TaskFacts }

const SITE = sql`site_profiles.id as site_profile_id, site_profiles.code, site_profiles.name_of_partner`
const OF_SITE = (task: LandTask, about: string) =>
  sql`${sql.lit(task)} || ' ' || site_profiles.id || ' ' || ${sql.raw(about)} as id, ${sql.lit(task)} as task, ${SITE}`
const SITES = sql`site_profiles left join site_boundaries on site_boundaries.site_profile_id = site_profiles.id`

/** The activated profiles of the caller's scope. */
const inReach = (actor: Actor) =>
  sql`site_profiles.status = 'Activated' and ${inScope(actor, 'site_profiles')}`

const isTheirs = (turns: readonly string[]) =>
  turns.length > 0 ? sql`${TURN} = any(${turns}::text[])` : sql`${TURN} is not null`

/** Findings that the person's office or level can move; those who only read see all. */
const found = (actor: Actor) => sql`
  select whose.task || ' ' || site_profiles.id || ' ' || finding.id as id, whose.task, ${SITE}, finding.id as finding_id, layer.name as what, finding.since,
    jsonb_build_object('feature_code', feature_code, 'feature_name', feature_name, 'overlap_ha', overlap_ha,
      'share', share, 'state', finding.state, 'source', version.source, 'source_date', version.source_date) as facts
  from land_findings as finding join site_profiles on site_profiles.id = finding.site_profile_id, ${CURRENT_LAYERS},
    lateral (select case ${TURN} when 'office' then 'found' else 'explained' end as task) as whose
  where layer.id = finding.land_layer_id and ${isTheirs(turnsOf(actor))} and ${inReach(actor)}`

const failed = (actor: Actor) => sql`
  select ${OF_SITE('failed', 'layer.id')}, null::integer as finding_id, layer.name as what, screening.at as since,
    jsonb_build_object('reason', screening.reason) as facts
  from land_screenings as screening, ${SITES}, ${CURRENT_LAYERS}
  where ${COUNTS} and screening.state = 'failed' and not ${isNotCovered} and ${inReach(actor)}`

const notChecked = (actor: Actor) => sql`
  select ${OF_SITE('not_checked', 'layer.id')}, null::integer as finding_id, layer.name as what, version.imported_at as since, '{}'::jsonb as facts
  from ${SITES}, ${CURRENT_LAYERS}
  where ${inReach(actor)} and site_boundaries.site_profile_id is not null and not ${isNotCovered}
    and not exists (select from land_screenings as screening where ${COUNTS})`

/** Land whose consent is missing, and land with an objection on record. */
const consents = (actor: Actor, today: string) => sql`
  select on_record.task || ' ' || site_profiles.id || ' ' || finding.id as id, on_record.task, ${SITE},
    finding.id as finding_id, layer.name as what,
    (select min(at) from land_finding_steps where land_finding_id = finding.id) as since,
    jsonb_build_object('feature_code', feature_code, 'feature_name', feature_name) as facts
  from land_findings as finding join site_profiles on site_profiles.id = finding.site_profile_id, ${CURRENT_LAYERS},
    lateral (
      select case ${consentOfFinding(sql`${today}::date`)} when 'missing' then 'consent_missing'
        when 'objection' then 'objection' end as task
    ) as on_record
  where layer.id = finding.land_layer_id and finding.state <> 'gone' and on_record.task is not null and ${inReach(actor)}`

/** All tasks of the caller's scope; those of instruments come with their words. */
const tasks = (actor: Actor, today: string) => sql<StoredTask>`(
  ${found(actor)} union all ${failed(actor)} union all ${notChecked(actor)} union all ${consents(actor, today)}
  union all ${expiryTasks(inReach(actor), today)}
)`

/** the order of the list: what an office can do something about first */
const ORDER = sql`array_position(array[${sql.join(LAND_TASKS.map((task) => sql.lit(task)))}], rows.task)`

const LIST: ListColumns = {
  search: ['rows.code', 'rows.name_of_partner', 'rows.what'],
  sort: {
    code: 'rows.code',
    name_of_partner: 'rows.name_of_partner',
    what: 'rows.what',
    since: 'rows.since',
  },
  defaultSort: [{ column: 'rows.since', dir: 'asc' }],
  tieBreak: 'rows.id',
}

const onRecord =
  (consent: FindingConsent) =>
  ({ feature_code = null, feature_name = null }: TaskFacts) =>
    `${consentLabel(consent, [{ feature_code, feature_name }])}.`

const foundWords = ({
  feature_code = null,
  feature_name = null,
  overlap_ha = 0,
  share = 0,
  state,
  ...version
}: TaskFacts) => {
  const { source = '', source_date = '' } = version
  const words = findingWords(
    { feature_code, feature_name, overlap_ha, share },
    accordingTo({ source, source_date }),
  )
  return state === 'found' ? words : `${words} ${LAND_STATE_WORDS[state ?? 'found']}.`
}

const WORDS: Record<LandTask, (facts: TaskFacts) => string> = {
  found: foundWords,
  explained: foundWords,
  failed: ({ reason = '' }) => `The check failed: ${reason} It is tried again.`,
  not_checked: () => 'The boundary was not compared with this layer yet.',
  consent_missing: onRecord('missing'),
  objection: onRecord('objection'),
  expiring: ({ words = '' }) => words,
  expired: ({ words = '' }) => words,
}

/** Returns a page of what waits on the land within the caller's scope, and how many rows each task has. */
export async function listLandTasks(
  db: Db,
  actor: Actor,
  query: PageQuery & { task?: LandTask | undefined },
  now: Date,
): Promise<PageReply<LandTaskRow> & { counts: Record<LandTask, number> }> {
  const today = manilaDay(now)
  const scoped = db.selectFrom(tasks(actor, today).as('rows')).selectAll('rows')
  const [page, { rows: counted }] = await Promise.all([
    pageOf(
      db,
      {
        scoped,
        columns: LIST,
        first: ORDER,
        filter: query.task === undefined ? undefined : sql<boolean>`rows.task = ${query.task}`,
      },
      query,
    ),
    sql<{ task: LandTask; count: number }>`
      select task, count(*) as count from ${tasks(actor, today)} as rows group by task`.execute(db),
  ])
  const counts = Object.fromEntries(
    LAND_TASKS.map((task) => [task, counted.find((one) => one.task === task)?.count ?? 0]),
  ) as Record<LandTask, number>
  return {
    ...page,
    data: page.data.map(({ facts, ...row }) => ({ ...row, words: WORDS[row.task](facts) })),
    counts,
  }
}
