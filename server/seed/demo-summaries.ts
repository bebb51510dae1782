import { manilaYear } from '../../shared/lib/dates.ts'
import { SAFEGUARDS } from '../../shared/summaries/safeguards.ts'
import { SECTIONS, type Section } from '../../shared/summaries/sections.ts'
import type { StatementRow, SummaryInput, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { createCtx, type Ctx, type Origin, type Services } from '../context/context.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'
import { chooseStatement, principlesOf } from '../summaries/choosing.actions.ts'
import { addComment, answerComment } from '../summaries/comments.actions.ts'
import { scopeOf } from '../summaries/composing.ts'
import { freezeSummary } from '../summaries/freeze.actions.ts'
import { publishSummary } from '../summaries/publish.actions.ts'
import { createSummary } from '../summaries/summaries.actions.ts'
import { readSummary } from '../summaries/summaries.queries.ts'
import { listStatements } from '../summaries/summary-statements.queries.ts'
import { listTexts } from '../summaries/summary-texts.queries.ts'
import { writeText } from '../summaries/writing.actions.ts'
import { DEMO_REQUEST, loginRow } from './demo-log.ts'
import { findPerson } from './demo-office.ts'
import { demoEmail } from './demo-people.ts'
import { DEMO_SUMMARY_TEXTS } from './demo-summary-texts.ts'

type DemoSummary = Omit<SummaryInput, 'region_ids'> & {
  /** short codes of regions; empty for the whole country */
  regions: readonly string[]
  texts: readonly { section: Section; text: string }[]
  isPublished: boolean
}

/** sections of this year's draft that are not revised yet: as copied from last year */
const NOT_CHECKED: readonly Section[] = ['risks_and_benefits', 'description_g', 'addressed_g']

/** A published summary of last year for the whole country, and a draft of this year for two regions. */
function demoSummaries(now: Date): [DemoSummary, DemoSummary] {
  const year = manilaYear(now)
  const texts = SECTIONS.map((section) => ({ section, text: DEMO_SUMMARY_TEXTS[section] }))
  const titleOf = (of: number) => `Summary of information on the REDD+ safeguards, ${of}`
  return [
    {
      year: year - 1,
      title: titleOf(year - 1),
      reporting_years: [year - 1],
      regions: [],
      texts,
      isPublished: true,
    },
    {
      year,
      title: `${titleOf(year)}: CALABARZON and Zamboanga Peninsula`,
      reporting_years: [year],
      regions: ['R04A', 'R09'],
      texts: texts.filter(({ section }) => !NOT_CHECKED.includes(section)),
      isPublished: false,
    },
  ]
}

/** The origin of the demo's changes: no request. */
const ORIGIN: Origin = { request_id: DEMO_REQUEST, network_address: '', user_agent: '' }

/** The context of a person of FMB. */
async function contextOf(services: Services, name: 'fmb.super' | 'fmb.approver'): Promise<Ctx> {
  const row = await actorQuery(services.db)
    .where('users.email', '=', demoEmail(name))
    .executeTakeFirstOrThrow()
  return createCtx(services, actorOf(row), ORIGIN)
}

/** A reviewer's comments on a draft: one is answered, two are open. */
async function commentOn(services: Services, writer: Ctx, id: number): Promise<void> {
  const reviewer = await contextOf(services, 'fmb.approver')
  const texts = await listTexts(services.db, id)
  const add = (section: Section, paragraph: number | null, text: string) =>
    addComment(reviewer, id, {
      section,
      paragraph,
      text,
      written_at: texts.find((one) => one.section === section)?.written_at ?? null,
    })
  const answered = await add('institutional_arrangements', 1, 'Is this still so after the reorganisation?')
  await answerComment(
    writer,
    { id, comment_id: answered.id },
    'Yes: the order of this year names the same offices.',
  )
  await add(
    'risks_and_benefits',
    2,
    'Which records say that the benefits come late? A number would help here.',
  )
  await add(
    'addressed_g',
    null,
    'This text is of last year. Please check it against the new order on charcoal.',
  )
}

/** Returns the ids of regions by their short codes. */
async function regionIds(services: Services, short_codes: readonly string[]): Promise<number[]> {
  if (short_codes.length === 0) return []
  const rows = await services.db
    .selectFrom('regions')
    .select('id')
    .where('short_code', 'in', [...short_codes])
    .orderBy('sort_order')
    .execute()
  return rows.map(({ id }) => id)
}

/** statements chosen for each safeguard */
const CHOSEN = 2

/** Chooses statements for each safeguard: first of the principles that answer it above all, and no text twice. */
async function chooseStatements(ctx: Ctx, summary: SummaryRow): Promise<void> {
  const quoted = new Set<string>()
  for (const safeguard of SAFEGUARDS) {
    const principles = await principlesOf(ctx.db, safeguard)
    const asked = { page: 1, length: 100, safeguard, principles, chosen_only: false, order: undefined }
    const { data } = await listStatements(ctx.db, summary.id, scopeOf(summary), asked)
    const place = (row: StatementRow) => principles.indexOf(row.principle_number)
    const texts = new Map(
      data.filter(({ what_happened }) => !quoted.has(what_happened)).map((row) => [row.what_happened, row]),
    )
    for (const row of [...texts.values()].toSorted((a, b) => place(a) - place(b)).slice(0, CHOSEN)) {
      quoted.add(row.what_happened)
      const { site_activity_id, sites_criteria_indicator_id } = row
      const choice = { safeguard, site_activity_id, sites_criteria_indicator_id, chosen: true }
      await chooseStatement(ctx, summary.id, choice)
    }
  }
}

/** Creates the demo summaries as FMB would: with texts and chosen statements, one of them published. */
export async function seedDemoSummaries(services: Services): Promise<void> {
  const ctx = await contextOf(services, 'fmb.super')
  const login = loginRow(await findPerson(services.db, 'fmb.super'), Date.now())
  await services.db.insertInto('audit_logs').values(login).execute()
  for (const { regions, texts, isPublished, ...plan } of demoSummaries(services.now())) {
    const { id } = await createSummary(ctx, { ...plan, region_ids: await regionIds(services, regions) })
    const takenOver = new Map((await listTexts(ctx.db, id)).map((one) => [one.section, one.written_at]))
    for (const { section, text } of texts)
      await writeText(ctx, id, { section, text, written_at: takenOver.get(section) ?? null })
    await chooseStatements(ctx, await readSummary(ctx.db, id))
    if (!isPublished) {
      await commentOn(services, ctx, id)
      continue
    }
    const { updated_at } = await readSummary(ctx.db, id)
    await freezeSummary(ctx, id, { updated_at })
    await publishSummary(ctx, id)
  }
}
