import { aMov } from './activity-factories.ts'
import type { TestApp } from '../product/app.ts'
import {
  type Action,
  type Columns,
  type ModelRecord,
  PROFILES,
  type Someone,
  type Switch,
  type Table,
} from '../oracles/transition-tables.ts'

/** The requests for each action of the transition tables, each derived from one random number. */

type Criterion = {
  order: number
  title: string
  criteria_indicator: { id: number; order: number; title: string }[]
}
type Sheet = { id: number; principle_number: number; batch_number: number; criteria: Criterion[] }

/** What all callers act on: the newest criteria, and the names of the files uploaded so far. */
export type CallWorld = { t: TestApp; sheets: readonly Sheet[]; names: Map<number, string> }

/** A record to act on, with its model. */
export type Target = { table: Table; id: number; thing: ModelRecord }
export type Intent = { action: Action; who: Someone; how: number; bad: boolean }

/** An element of the list for any number. */
export function pick<T>(list: readonly T[], die: number): T {
  const found = list[die % list.length]
  if (found === undefined) throw new Error('Nothing to pick from.')
  return found
}

/** The ids that are switched off. */
export const listOf = ({ record }: ModelRecord, type: Switch['type']): number[] =>
  type === 'principle'
    ? ((record.disabled_principle ?? []) as number[])
    : ((record.disabled_indicator ?? []) as string[]).map(Number)

/** A request, and words that the log should then contain. */
export type Call = { method: 'post' | 'patch'; path: string; body: Columns; loggedWords?: readonly string[] }
async function aNamedMov(world: CallWorld, by: string): Promise<number> {
  const name = `mov-${world.names.size + 1}.pdf`
  const id = await aMov(world.t, by, name)
  world.names.set(id, name)
  return id
}
const namesOf = ({ names }: CallWorld, ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? [])

/** The request of a person for this action; a bad one is wrong whatever the state of the record. */
export async function callFor(
  world: CallWorld,
  { table, id, thing }: Target,
  { action, who, how, bad }: Intent,
): Promise<Call> {
  const path = (call: string) => `/${table.module}/${call}/${id}`
  const post = (where: string, body: Columns, loggedWords: readonly string[] = []): Call => ({
    method: 'post',
    path: where,
    body,
    loggedWords,
  })
  switch (action) {
    case 'approve':
      return post(path('approved'), {})
    case 'submit':
      return post(path('submitted'), {})
    case 'recall':
      return post(path('recall'), {})
    case 'discard':
      return post(path('discard'), {})
    case 'activate':
      return post(path('activate'), {})
    case 'deactivate': {
      const deactivate_reason = bad ? 'x' : `Entered twice ${how % 1000}`
      return post(path('deactivate'), { deactivate_reason }, [deactivate_reason])
    }
    case 'return': {
      const comment = bad ? ' ' : `Please correct ${how}.`
      if (table === PROFILES) return post(path('returned'), { returned_reason: comment }, [comment])
      const [first, second] = [`returned_reason_${1 + (how % 4)}`, `returned_reason_${5 + (how % 4)}`]
      return post(path('returned'), { [first]: comment, [second]: how % 3 === 0 ? comment : ' ' }, [comment])
    }
    case 'edit': {
      const body: Columns = { project_year_end: bad ? 2001 : 2031 + (how % 20) }
      if (how % 3 === 0) body.agreement_id = await aNamedMov(world, who.name)
      return { method: 'patch', path: `/sites/${id}`, body, loggedWords: [] }
    }
    case 'view': {
      const model_name = table === PROFILES ? 'SiteProfile' : 'SiteActivities'
      return post('/sites/audit-logs', { model_name, id })
    }
    case 'save': {
      const body = await meansFor(world, thing, how, bad)
      const said = body.criteria_means.flatMap((one) => one.upload_id)
      const had = [...thing.evidence.values()].flat()
      return post(
        path('verification'),
        body,
        namesOf(
          world,
          said.filter((file) => !had.includes(file)),
        ),
      )
    }
    case 'off':
    case 'on': {
      const target = switchFor(thing, how, action)
      const body = { ...target, site_activity_id: id, isDisabled: action === 'off' }
      const removedIndicators = target.type === 'indicator' ? [target.id] : indicatorsOf(thing, target.id)
      const files = action === 'off' ? removedIndicators.flatMap((one) => thing.evidence.get(one) ?? []) : []
      return post(
        `/sites/activities/${id}/disabled/${target.type}`,
        bad ? { ...body, id: 999_999 } : body,
        namesOf(world, files),
      )
    }
    case 'criteria': {
      const sheet = pick(world.sheets, how)
      const [first, ...others] = sheet.criteria
      const criteria = first && !bad ? [{ ...first, title: `Criteria ${how}` }, ...others] : []
      return post('/sites/principles', {
        principle_number: sheet.principle_number,
        batch_number: sheet.batch_number,
        criteria: criteria.map(({ order, title, criteria_indicator }) => ({
          order,
          title,
          criteria_indicator: criteria_indicator.map((one) => ({ order: one.order, title: one.title })),
        })),
      })
    }
    case 'start':
      return startFor(world, thing, how, bad)
  }
}

/** Starts an activity with evidence, with a switch or empty. */
async function startFor(world: CallWorld, thing: ModelRecord, how: number, bad: boolean): Promise<Call> {
  const start = { site_profile_id: thing.record.id }
  const target = switchFor(thing, how, 'off')
  const kind = how % 8
  if (kind === 0 && !bad) return { method: 'post', path: '/sites/activities', body: start }
  if (kind !== 1 && kind !== 2) {
    const body = { ...start, ...(await meansFor(world, thing, how, bad)) }
    return { method: 'post', path: '/sites/activities', body }
  }
  const id = bad ? 999_999 : target.id
  const path = `/sites/activities/${id}/disabled/${target.type}`
  return { method: 'post', path, body: { ...start, ...target, id, isDisabled: true } }
}

const indicatorsOf = (thing: ModelRecord, principle: number): readonly number[] =>
  thing.principles.find((one) => one.id === principle)?.indicators ?? []

/**
 * New lists of files for one or two indicators: replaced, added to or cleared. A bad one names another office's file.
 */
async function meansFor(world: CallWorld, thing: ModelRecord, how: number, bad: boolean) {
  const principle = pick(thing.principles.slice(0, 3), how)
  const chosen = new Set([pick(principle.indicators, how >> 2), pick(principle.indicators, how >> 6)])
  const criteria_means: { sites_criteria_indicator_id: number; upload_id: number[] }[] = []
  for (const [place, indicator] of [...chosen].entries()) {
    const had = thing.evidence.get(indicator) ?? []
    const way = (how >> (8 + place)) % 4
    const added = bad || way > 0 ? [await aNamedMov(world, bad ? 'quezon.encoder' : 'laguna.encoder')] : []
    criteria_means.push({
      sites_criteria_indicator_id: indicator,
      upload_id: [...(way === 1 ? had : []), ...added],
    })
  }
  return { sites_principle_id: principle.id, criteria_means }
}

/**
 * A switch in this direction, if there is one. The specification does not say what happens to a principle that is
 * switched after all its indicators were switched off one by one, so then an indicator is chosen.
 */
function switchFor(thing: ModelRecord, how: number, way: 'off' | 'on'): Switch {
  const type = how % 2 === 0 ? 'principle' : 'indicator'
  const [mine, other] = [listOf(thing, type), listOf(thing, type === 'principle' ? 'indicator' : 'principle')]
  const principle = pick(thing.principles.slice(0, 3), how >> 3)
  const singly = listOf(thing, 'indicator')
  const isUnclear = (id: number) => indicatorsOf(thing, id).every((one) => singly.includes(one))
  const of = (kind: Switch['type'], id: number): Switch =>
    kind === 'principle' && isUnclear(id)
      ? { type: 'indicator', id: pick(indicatorsOf(thing, id), how >> 5) }
      : { type: kind, id }
  if (way === 'on' && how % 5 > 0) {
    if (mine.length > 0) return of(type, pick(mine, how >> 4))
    if (other.length > 0) return of(type === 'principle' ? 'indicator' : 'principle', pick(other, how >> 4))
  }
  return of(type, type === 'principle' ? principle.id : pick(principle.indicators, how >> 5))
}
