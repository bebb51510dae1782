import type { Actor } from '../access/actor.ts'
import { GRADES } from '../activities/grades.ts'
import { type Address, addressText } from '../lib/addresses.ts'
import {
  CATEGORIES,
  type DashboardChoice,
  scopeChoices,
  startChoice,
  visibleFilters,
  withChange,
} from './dashboard.rules.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'

/** the names of the filters in the address */
const NAMES = {
  accessLevel: 'level',
  region: 'region',
  penro: 'penro',
  category: 'category',
  grade: 'grade',
  principle: 'principle',
} as const satisfies Record<keyof DashboardChoice, string>

const oneOf = <Value extends string>(values: readonly Value[], input: unknown, fallback: Value): Value =>
  values.find((value) => value === input) ?? fallback

const id = (input: unknown, fallback: string): string =>
  /^\d{1,9}$/.test(addressText(input)) ? addressText(input) : fallback

/** Returns the filters in an address; those that this person may not change keep their start value. */
export function choiceOf(actor: Actor, address: Address): DashboardChoice {
  const start = startChoice(actor)
  const accessLevel = oneOf(scopeChoices(actor), address[NAMES.accessLevel], start.accessLevel)
  const shown = visibleFilters(actor, { ...start, accessLevel })
  // "0" means all PENRO, for a person whose start value is one PENRO
  const penro = shown.penro === 'open' ? id(address[NAMES.penro], start.penro) : start.penro
  return withChange(
    actor,
    {
      ...start,
      accessLevel,
      region: shown.region === 'open' ? id(address[NAMES.region], start.region) : start.region,
      penro: penro === '0' ? '' : penro,
    },
    {
      category: oneOf(CATEGORIES, address[NAMES.category], start.category),
      grade: oneOf(['', ...GRADES], address[NAMES.grade], ''),
      principle: oneOf(['', ...PRINCIPLE_NUMBERS.map(String)], addressText(address[NAMES.principle]), ''),
    },
  )
}

/** Returns the filters that differ from this person's start values, for the address. */
export function addressOf(actor: Actor, choice: DashboardChoice): Address {
  const start = startChoice(actor)
  const names = Object.entries(NAMES) as [keyof DashboardChoice, string][]
  return Object.fromEntries(
    names.map(([field, name]) => [name, choice[field] === start[field] ? undefined : choice[field] || '0']),
  )
}
