import type { SitePrinciple } from '../principles/principles.schema.ts'

/** Where Add MOV is off: ids of principles, and ids of indicators as text (001 §3). */
export type Switches = { disabled_principle: number[]; disabled_indicator: string[] }

/** What a switch belongs to: one principle, or one indicator of it. */
export type SwitchOf = { type: 'principle' | 'indicator'; id: number }

export const NO_SWITCHES: Switches = { disabled_principle: [], disabled_indicator: [] }

const indicatorIds = (principle: SitePrinciple): number[] =>
  principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map((indicator) => indicator.id))

/** Ids of the indicators of a principle whose Add MOV is on; none when the principle itself is off. */
export function indicatorsOn(principle: SitePrinciple, switches: Switches): number[] {
  if (switches.disabled_principle.includes(principle.id)) return []
  return indicatorIds(principle).filter((id) => !switches.disabled_indicator.includes(String(id)))
}

/** A principle counts as off when it was switched off, or when all its indicators are (S-53). */
export const isPrincipleOff = (principle: SitePrinciple, switches: Switches): boolean =>
  indicatorsOn(principle, switches).length === 0

/** Whether this one switch is off. */
export const isOff = (principle: SitePrinciple, switches: Switches, { type, id }: SwitchOf): boolean =>
  type === 'principle'
    ? isPrincipleOff(principle, switches)
    : switches.disabled_indicator.includes(String(id))

/** The principle that a switch belongs to, or null when it is none of this batch. */
export const principleOf = (principles: SitePrinciple[], { type, id }: SwitchOf): SitePrinciple | null =>
  principles.find((principle) =>
    type === 'principle' ? principle.id === id : indicatorIds(principle).includes(id),
  ) ?? null

/** Add MOV turned off: the id joins its list (S-53). */
export const withSwitchOff = (switches: Switches, { type, id }: SwitchOf): Switches =>
  type === 'principle'
    ? { ...switches, disabled_principle: [...switches.disabled_principle, id] }
    : { ...switches, disabled_indicator: [...switches.disabled_indicator, String(id)] }

/**
 * Add MOV turned on: the id leaves its list (S-53). A principle whose indicators are all off takes them along, else
 * it would still count as off after being turned on.
 */
export function withSwitchOn(principle: SitePrinciple, switches: Switches, { type, id }: SwitchOf): Switches {
  if (type === 'indicator')
    return {
      ...switches,
      disabled_indicator: switches.disabled_indicator.filter((other) => other !== String(id)),
    }
  const on = {
    ...switches,
    disabled_principle: switches.disabled_principle.filter((other) => other !== id),
  }
  if (!isPrincipleOff(principle, on)) return on
  const mine = indicatorIds(principle).map(String)
  return { ...on, disabled_indicator: on.disabled_indicator.filter((other) => !mine.includes(other)) }
}
