import type { Level } from '../../shared/access/levels.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import { reportingYears } from '../../shared/activities/facts.ts'
import { gradeActivity } from '../../shared/activities/grading.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { indicatorsOn } from '../../shared/activities/switches.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { indicatorNumber } from '../../shared/principles/principle-titles.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { saveDemoActivitySnapshots } from './demo-changes.ts'
import { csvDocument, jpegPhoto, pdfDocument, pngPicture } from './demo-documents.ts'
import { addFile, type FileKind } from './demo-files.ts'
import { ACTIVITY } from '../activities/activity.kind.ts'
import { addHistory, comment, datedColumns, type End, isCommented, simulateChain } from './demo-history.ts'
import { type Bureau, iso, type Office, seededRandom } from './demo-office.ts'
import type { Site } from './demo-profiles.ts'
import { DEMO_STATEMENTS } from './demo-statements.ts'

/** now and then a photograph is under two indicators or two sites, which reviewers see as a warning */
const REUSE_CHANCE = 38

/** Evidence for one indicator of a site, of each allowed type in turn. */
function evidence(
  number: number,
  indicator: string,
  code: string,
): { kind: FileKind; name: string; content: Buffer } {
  const title = `Evidence for indicator ${indicator} of ${code}`
  switch (number % 4) {
    case 0:
      return {
        kind: 'pdf',
        name: `minutes-${indicator}.pdf`,
        content: pdfDocument(title, ['Minutes of the meeting']),
      }
    case 1:
      return {
        kind: 'csv',
        name: `attendance-${indicator}.csv`,
        content: csvDocument([
          ['Name', 'Barangay', 'Date'],
          ['Member of the people’s organization', 'San Juan', '2026-03-14'],
          [`${code}, ${indicator}`, '', ''],
        ]),
      }
    case 2:
      return {
        kind: 'image',
        name: `photo-${indicator}.jpg`,
        content: jpegPhoto(number % REUSE_CHANCE === 2 ? '' : title),
      }
    default:
      return { kind: 'image', name: `map-${indicator}.png`, content: pngPicture(number, title) }
  }
}

/** How much of a principle has evidence: all, some, none, or switched off. */
function coverage(bureau: Bureau): 'all' | 'some' | 'none' | 'off' {
  const chance = bureau.random()
  if (chance < 0.42) return 'all'
  if (chance < 0.78) return 'some'
  return chance < 0.9 ? 'none' : 'off'
}

/** Adds one activity of a site with evidence, grades and history. */
export async function addActivity(
  bureau: Bureau,
  office: Office,
  site: Site,
  principles: SitePrinciple[],
  end: End,
  progress: number,
  returned_by: Level | null,
): Promise<void> {
  const { db, random, now } = bureau
  const created = site.approved + (now - site.approved) * Math.max(0, progress - 0.4) + DAY_MS
  const until =
    end === 'Approved' ? created + Math.min(40 * DAY_MS, (now - created) * 0.5) : now - DAY_MS * random() * 2
  const history = simulateChain(bureau, end, created, Math.max(until, created + 1000), false, returned_by)

  const plan = principles.map((principle) => ({ principle, covered: coverage(bureau) }))
  const switches = {
    disabled_principle: plan.filter(({ covered }) => covered === 'off').map(({ principle }) => principle.id),
    disabled_indicator: [] as string[],
  }
  const evidenced = plan.flatMap(({ principle, covered }) => {
    const on = covered === 'none' ? [] : indicatorsOn(principle, switches)
    return covered === 'all' ? on : on.slice(0, Math.ceil(on.length / 3))
  })
  const spoken = [2, 5].map((principle_number) => ({ principle_number, comment: comment(bureau) }))
  const reasons = isCommented(history)
    ? Object.fromEntries(spoken.map((said) => [reasonField(said.principle_number), said.comment]))
    : {}
  const profile = await db
    .selectFrom('site_profiles')
    .select(['region_id', 'province_id', 'city_id', 'office_id', 'project_year_start', 'project_year_end'])
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow()
  const { project_year_start, project_year_end, ...place } = profile
  // the first of two activities is about last year
  const year = manilaYear(new Date(now)) - (progress < 0.5 ? 1 : 0)
  const { last } = reportingYears({ project_year_start, project_year_end }, year)
  const { id, record_id } = await db
    .insertInto('site_activities')
    .values({
      site_profile_id: site.id,
      ...place,
      site_profile_code: site.code,
      site_profile_name: site.name,
      principle_batch_number: 1,
      reporting_year: last,
      ...switches,
      ...gradeActivity(principles, switches, new Set(evidenced)),
      ...history.review,
      ...reasons,
      ...datedColumns(history, office, created),
    })
    .returning(['id', 'record_id'])
    .executeTakeFirstOrThrow()
  await addEvidence(bureau, office, { id, code: site.code }, principles, evidenced, created)
  await addFacts(bureau, id, principles, new Set(evidenced))
  const record = { kind: ACTIVITY, id, record_id, code: site.code }
  await addHistory(bureau, office, record, history, created, () => ({
    comment: null,
    comments: spoken,
  }))
  await saveDemoActivitySnapshots(bureau, id, history, principles)
}

/** A plausible value in this unit, in proportion to the indicator's earlier figures; `chance` from 0 to 1. */
function valueOf(unit: string, values: ReadonlyMap<string, number>, chance: number): number {
  const whole = values.get(unit)
  if (whole !== undefined) return whole * (0.3 + chance * 0.4)
  const events = values.get('meetings') ?? values.get('trainings') ?? 1
  switch (unit) {
    case 'people':
      return Math.round(events) * Math.round(12 + chance * 20)
    case 'pesos':
      return Math.round(values.get('households') ?? 10) * (2500 + chance * 6000)
    case 'households':
      return 20 + chance * 120
    case 'hours':
      return 4 + chance * 20
    default:
      return 2 + chance * 8
  }
}

/** Adds statements and figures under the indicators with evidence. */
async function addFacts(
  { db }: Bureau,
  site_activity_id: number,
  principles: SitePrinciple[],
  evidenced: ReadonlySet<number>,
): Promise<void> {
  const random = seededRandom(site_activity_id)
  const indicators = principles
    .flatMap((principle) =>
      principle.criteria.flatMap((criterion) =>
        criterion.criteria_indicator.map((one) => ({
          ...one,
          texts:
            DEMO_STATEMENTS[indicatorNumber(principle.principle_number, criterion.order, one.order)] ?? [],
        })),
      ),
    )
    .filter(({ id, figures }) => evidenced.has(id) && (figures.length > 0 || random() < 0.2))
  const statements = indicators.map(({ id, texts }) => ({
    site_activity_id,
    sites_criteria_indicator_id: id,
    what_happened: texts[Math.floor(random() * texts.length)] ?? '',
  }))
  const figures = indicators.flatMap((indicator) => {
    const values = new Map<string, number>()
    return indicator.figures.map(({ id, name, unit, is_whole }) => {
      const value = valueOf(unit, values, random())
      // the first figure of a unit is the whole of which the others are parts
      if (!values.has(unit)) values.set(unit, value)
      return {
        site_activity_id,
        indicator_figure_id: id,
        value: is_whole ? String(Math.round(value)) : value.toFixed(name.startsWith('Hours') ? 1 : 2),
      }
    })
  })
  if (statements.length > 0) await db.insertInto('site_activity_statements').values(statements).execute()
  if (figures.length > 0) await db.insertInto('site_activity_figures').values(figures).execute()
}

async function addEvidence(
  bureau: Bureau,
  office: Office,
  { id: site_activity_id, code }: { id: number; code: string },
  principles: SitePrinciple[],
  indicators: number[],
  at: number,
) {
  const numbers = new Map(
    principles.flatMap((principle) =>
      principle.criteria.flatMap((criteria) =>
        criteria.criteria_indicator.map(
          (indicator) =>
            [indicator.id, `${principle.principle_number}.${criteria.order}.${indicator.order}`] as const,
        ),
      ),
    ),
  )
  const means = []
  for (const [index, indicator] of indicators.entries()) {
    const { kind, name, content } = evidence(
      index + site_activity_id,
      numbers.get(indicator) ?? String(indicator),
      `${code}, ${iso(at).slice(0, 10)}`,
    )
    const file_id = await addFile(bureau, office, kind, name, content, at)
    means.push({
      site_activity_id,
      sites_criteria_indicator_id: indicator,
      file_id,
      created_at: iso(at),
      created_by: office.encoder.id,
    })
  }
  if (means.length > 0) await bureau.db.insertInto('site_activity_means').values(means).execute()
}
