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

/** The activated profiles of the caller's scope. */
const inReach = (actor: Actor) =>
  sql`site_profiles.status = 'Activated' and ${inScope(actor, 'site_profiles')}`

/** SQL: the task that a warning of the land is. */
const TASK = sql`case warning.code
    when 'land_open' then case warning.params ->> 'turn' when 'office' then 'found' else 'explained' end
    when 'land_failed' then 'failed' when 'land_not_checked' then 'not_checked' else warning.code
  end`

/** Findings that the person's office or level can move; those who only read see all. */
const isTheirs = (turns: readonly string[]) =>
  turns.length > 0
    ? sql`(warning.code <> 'land_open' or warning.params ->> 'turn' = any(${turns}::text[]))`
    : sql`true`

/** The tasks that are warnings of profiles: of a finding, or of a layer. */
const ofWarnings = (actor: Actor) => sql`
  select whose.task || ' ' || site_profiles.id || ' ' || coalesce(finding.id, layer.id) as id, whose.task,
    site_profiles.id as site_profile_id, site_profiles.code, site_profiles.name_of_partner,
    finding.id as finding_id, layer.name as what, case warning.code
      when 'land_open' then finding.since
      when 'land_failed' then screening.at
      when 'land_not_checked' then version.imported_at
      else (select min(at) from thread_steps where kind = 'finding' and thread_id = finding.id)
    end as since,
    jsonb_build_object('feature_code', feature_code, 'feature_name', feature_name, 'overlap_ha', overlap_ha,
      'share', share, 'state', finding.state, 'source', version.source, 'source_date', version.source_date,
      'reason', screening.reason) as facts
  from record_warnings as warning
  join site_profiles on site_profiles.record_id = warning.record_id
  left join land_findings as finding on finding.id = (warning.params ->> 'finding_id')::integer
  join land_layers as layer on layer.id = coalesce(finding.land_layer_id, (warning.params ->> 'layer_id')::integer)
  join land_layer_versions as version on version.land_layer_id = layer.id and version.state = 'current'
  left join land_screenings as screening
    on screening.site_profile_id = site_profiles.id and screening.land_layer_id = layer.id,
    lateral (select ${TASK} as task) as whose
  where warning.code in ('land_open', 'land_failed', 'land_not_checked', 'objection', 'consent_missing')
    and ${isTheirs(turnsOf(actor))} and ${inReach(actor)}`

/** All tasks of the caller's scope; those of instruments come with their words. */
const tasks = (actor: Actor, today: string) => sql<StoredTask>`(
  ${ofWarnings(actor)} union all ${expiryTasks(inReach(actor), today)}
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
