import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import type { Altered } from '../../shared/claims/altered.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { shortened } from '../../shared/lib/format.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { FACT_NAMES, type Facts, type FactsOf } from '../review/public-facts.queries.ts'
import { authorFault, chainFault, rowSentence, WITHDRAWN } from '../../shared/review/chain-faults.ts'
import { type ClaimedRecord, type ClaimedSite, type ListedState, STATING_EVENT } from './stated.queries.ts'

/** longer texts are shortened in a sentence */
const MAX_TEXT_LENGTH = 120

const tableOf = (kind: FactsOf, field: string): string =>
  field.startsWith('boundary_') ? 'site_boundaries' : RECORD_KINDS[kind].table.name

const FACT_WORDS: Record<string, string> = {
  name_of_partner: 'partner',
  region_id: 'region (by number)',
  province_id: 'province (by number)',
  city_id: 'city or municipality (by number)',
  redd_eligible_activities_area: 'eligible activities',
  approved_at: 'time of approval',
  site_activity_id: 'activity on the public list (by number)',
  map_sha256: 'SHA-256 of the location map',
  boundary_sha256: 'SHA-256 of the boundary',
  boundary_ha: 'area inside the boundary in hectares',
  site_profile_id: 'profile (by number)',
  principle_batch_number: 'set of criteria',
  disabled_principle: 'principles that do not apply',
  disabled_indicator: 'outcome indicators that do not apply',
  statements_sha256: 'SHA-256 of the statements',
  evidence_sha256: 'SHA-256 of the list of evidence',
  confirmed_instruments: 'list of confirmed instruments',
  withdrawn_at: 'time of withdrawal',
  withdrawal_reason: 'reason of the withdrawal',
}
const GRADE = /^principle_number_(\d)$/

const valueWords = (field: string, value: string | null): string => {
  if (value === null) return 'nothing'
  return field === 'approved_at' || field === 'withdrawn_at'
    ? formatDateTime(value)
    : shortened(value, MAX_TEXT_LENGTH)
}

/** "The log says that the partner of SITES-2026-0001 is A; the table site_profiles says B." */
function sentenceOf(
  name: string,
  table: string,
  field: string,
  said: string | null,
  found: string | null,
): string {
  const [, principle] = GRADE.exec(field) ?? []
  const what = principle
    ? `principle ${principle} of ${name} is graded`
    : `the ${FACT_WORDS[field] ?? field.replaceAll('_', ' ')} of ${name} is`
  return `The log says that ${what} ${valueWords(field, said)}; the table ${table} says ${valueWords(field, found)}.`
}

/** An approval that was withdrawn: what the log states of it, and when and why it ended. */
type EndedApproval = { facts: Facts; at: string; reason: string | null; is_erased: boolean }

/**
 * What the log states of a record's approval now. The first row that states a fact counts; `later` are rows that
 * contradict it. `ended` are its approvals that were withdrawn, oldest first.
 */
type StatedFacts = {
  facts: Facts
  status: string | null
  code: string | null
  isStated: boolean
  later: string[]
  ended: EndedApproval[]
}

/** A withdrawal counts only in a chain without a fault: it hides nothing otherwise. */
function statedFacts(
  { rows }: ClaimedRecord,
  names: readonly string[],
  { name, isWhole }: { name: string; isWhole: boolean },
): StatedFacts {
  const stated: StatedFacts = { facts: {}, status: null, code: null, isStated: false, later: [], ended: [] }
  for (const { id, event, code, change, created_at: at, by } of rows) {
    const states = event === STATING_EVENT
    const said = new Map(change.map(({ field, new: value }) => [field, value]))
    if (event === WITHDRAWN && isWhole) {
      stated.ended.push({
        facts: stated.facts,
        at,
        reason: said.get('reason') ?? null,
        is_erased: by.is_erased,
      })
      stated.facts = {}
      stated.isStated = false
    }
    if (event === 'Activated' || event === 'Deactivated') stated.status = event
    if (states) {
      stated.isStated = true
      stated.status = 'Activated'
      stated.code ??= code
    }
    for (const field of states ? names : []) {
      const value = said.get(field)
      if (value === undefined) continue
      const first = stated.facts[field]
      stated.facts[field] ??= value
      if (first !== undefined && first !== value)
        stated.later.push(
          `Row ${id} of the log says that the ${field.replaceAll('_', ' ')} of ${name} is ${valueWords(field, value)}; an earlier row, which counts, says ${valueWords(field, first)}.`,
        )
    }
  }
  return stated
}

type Report = (sentence: string) => void

/** the clocks of server and database may differ by as much as a request may last */
const MAX_CLOCKS_APART_MS = 5 * 60_000

/** Compares the days and reasons of withdrawals that the public reads with the rows of the log. */
function compareWithdrawals(
  name: string,
  ended: EndedApproval[],
  { withdrawn }: ClaimedRecord,
  report: Report,
) {
  if (ended.length !== withdrawn.length)
    report(
      `The log says that ${ended.length} approvals of ${name} were withdrawn; the table approval_withdrawals has ${withdrawn.length}.`,
    )
  for (const [index, { at, reason, is_erased }] of ended.entries()) {
    const found = withdrawn[index]
    if (!found) return
    const table = 'approval_withdrawals'
    if (Math.abs(Date.parse(found.at) - Date.parse(at)) > MAX_CLOCKS_APART_MS)
      report(sentenceOf(name, table, 'withdrawn_at', at, found.at))
    if (!is_erased && found.reason !== reason)
      report(sentenceOf(name, table, 'withdrawal_reason', reason, found.reason))
  }
}

/** Compares a record with the log; returns the facts that count from here on: the log's, else the table's. */
function compare(kind: FactsOf, record: ClaimedRecord, name: string, report: Report) {
  const table = RECORD_KINDS[kind].table.name
  const { facts, status } = record
  const fault = chainFault(kind, record.rows, name)
  const stated = statedFacts(record, FACT_NAMES[kind], { name, isWhole: fault === null })
  for (const sentence of stated.later) report(sentence)
  if (fault && stated.isStated) report(fault)
  compareWithdrawals(name, stated.ended, record, report)
  if (facts === null && stated.isStated)
    report(`The log says that ${name} is approved; the table ${table} does not have it as approved.`)
  if (facts !== null && !stated.isStated)
    report(`No row of the log says that ${name} is approved; the table ${table} says it is.`)
  if (facts !== null && stated.isStated)
    for (const field of FACT_NAMES[kind]) {
      const said = stated.facts[field] ?? null
      const found = facts[field] ?? null
      if (said !== found) report(sentenceOf(name, tableOf(kind, field), field, said, found))
    }
  const isSwitched = stated.status !== null && status !== null && stated.status !== status
  if (facts !== null && isSwitched)
    report(`The log says that ${name} is ${stated.status}; the table ${table} says ${status}.`)
  return {
    id: record.id,
    facts: { ...facts, ...stated.facts } as Facts,
    ended: stated.ended,
    isApproved: stated.isStated,
    isOn: (stated.status ?? status) === 'Activated',
  }
}

type VerifiedRecord = ReturnType<typeof compare>

/** The record as it was approved at this moment, if it was. */
function asOf(record: VerifiedRecord, since: string): VerifiedRecord {
  const ended = record.ended.find(({ at }) => Date.parse(at) > Date.parse(since))
  return ended ? { ...record, facts: ended.facts, isApproved: true } : record
}

/** The row that the public list should have for a profile with this activity. */
function listedAs(site: VerifiedRecord, activity: VerifiedRecord | undefined): Facts {
  const moments = [site.facts.approved_at, activity?.facts.approved_at].filter((at) => typeof at === 'string')
  return {
    site_activity_id: activity ? String(activity.id) : null,
    approved_at: moments.toSorted().at(-1) ?? null,
    region_id: site.facts.region_id ?? null,
    province_id: site.facts.province_id ?? null,
    ...Object.fromEntries(
      PRINCIPLE_NUMBERS.map(gradeField).map((field) => [field, activity?.facts[field] ?? null]),
    ),
  }
}

const asFacts = ({ site_activity_id, grades, region_id, province_id, approved_at }: ListedState): Facts => ({
  site_activity_id: site_activity_id === null ? null : String(site_activity_id),
  approved_at,
  region_id: String(region_id),
  province_id: province_id === null ? null : String(province_id),
  ...Object.fromEntries(
    PRINCIPLE_NUMBERS.map((number) => [gradeField(number), grades?.[number - 1] ?? null]),
  ),
})

function compareState(name: string, table: string, wanted: Facts, state: ListedState, report: Report) {
  const found = asFacts(state)
  for (const [field, said] of Object.entries(wanted))
    if (said !== found[field]) report(sentenceOf(name, table, field, said, found[field] ?? null))
}

/** a state begins with the transaction that logs the approval; a reconstructed one at `approved_at` */
const MAX_APART_MS = DAY_MS

/** Compares the beginnings of the public list's states with their approvals, and each end with the next beginning. */
function compareTimes(name: string, { rows, facts, activities, history }: ClaimedSite, report: Report) {
  for (const { id, rows: own, facts: approved } of activities) {
    const first = history.find(({ site_activity_id }) => site_activity_id === id)
    // a reconstructed state begins with the later of the two approvals
    const later =
      [facts?.approved_at, approved?.approved_at]
        .map((at) => at ?? '')
        .toSorted()
        .at(-1) ?? ''
    const logged = own.filter(({ event }) => event === 'Approved (FMB)').map((row) => row.created_at)
    const moments = [later, ...logged].map((at) => Date.parse(at))
    if (
      first &&
      own.length > 0 &&
      !moments.some((at) => Math.abs(Date.parse(first.since) - at) <= MAX_APART_MS)
    )
      report(
        `The table approved_site_history says that activity ${id} of ${name} was listed since ${formatDateTime(first.since)}; the log says that it was approved on ${formatDateTime(approved?.approved_at ?? null)}.`,
      )
  }
  const all = [rows, ...activities.map((one) => one.rows)].flat()
  const isSwitched = all.some(({ event }) => event === 'Deactivated' || event === WITHDRAWN)
  history.forEach(({ until }, at) => {
    const next = history[at + 1]
    if (next && !isSwitched && until !== next.since)
      report(
        `The table approved_site_history does not say what ${name} was listed as between ${formatDateTime(until)} and ${formatDateTime(next.since)}; the log does not say that it left the list.`,
      )
  })
}

const NOT_RECORDED = 'confirms instruments, and no earlier row says that one was recorded'

/** Compares the kinds and years of confirmed instruments with the newest row of the log that states them. */
function compareInstruments(name: string, { instruments }: ClaimedSite, report: Report) {
  if (!instruments || instruments.stated?.erased) return
  const { stated } = instruments
  const fault = stated && (authorFault(stated) ?? (stated.is_recorded ? null : NOT_RECORDED))
  if (fault) report(rowSentence(stated, name, fault))
  const said = stated?.said ?? null
  if (said !== instruments.found)
    report(sentenceOf(name, 'land_instruments', 'confirmed_instruments', said, instruments.found))
}

/** By time of approval; at the same time by id. */
const newestFirst = (one: VerifiedRecord, other: VerifiedRecord): number => {
  const [left, right] = [one, other].map(({ facts }) => facts.approved_at ?? '')
  return left === right ? other.id - one.id : (left ?? '') < (right ?? '') ? 1 : -1
}

/**
 * Returns everything public of a profile that differs from the log: its facts and those of its activities, its row of
 * the public list, and every state of that row.
 */
export function differencesOf(site: ClaimedSite): Altered[] {
  const found = new Set<string>()
  const report: Report = (sentence) => found.add(sentence)
  const code = site.rows.find(({ code: said }) => said !== null)?.code ?? site.facts?.code
  const name = code ?? `profile ${site.id}`
  const own = compare('site', site, name, report)
  const activities = site.activities
    .map((one) => compare('activity', one, `activity ${one.id} of ${name}`, report))
    .toSorted(newestFirst)

  const isPublic = own.isApproved && own.isOn
  const latest = activities.find(({ isApproved, isOn }) => isApproved && isOn)
  const { listed, history } = site
  if (isPublic && !listed)
    report(`The log says that ${name} is approved and activated; the table approved_sites does not have it.`)
  if (!isPublic && listed)
    report(`The table approved_sites has ${name}; the log does not say that it is approved and activated.`)
  if (isPublic && listed) compareState(name, 'approved_sites', listedAs(own, latest), listed, report)

  for (const state of history) {
    const shownThen = activities
      .map((one) => asOf(one, state.since))
      .find(({ isApproved, id }) => isApproved && id === state.site_activity_id)
    const { site_activity_id } = state
    if (site_activity_id !== null && !shownThen)
      report(
        `The table approved_site_history says that ${name} was listed with activity ${site_activity_id}; the log does not say that it was approved.`,
      )
    else
      compareState(name, 'approved_site_history', listedAs(asOf(own, state.since), shownThen), state, report)
  }
  compareTimes(name, site, report)
  compareInstruments(name, site, report)
  const open = history.find(({ until }) => until === null)
  if ((open?.site_activity_id ?? null) !== (listed?.site_activity_id ?? null) || !open !== !listed)
    report(`The table approved_site_history does not end with what the table approved_sites says of ${name}.`)
  return [...found].map((sentence) => ({ kind: 'site', record: site.id, sentence }))
}
