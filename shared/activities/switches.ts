import type { SitePrinciple } from '../principles/principles.schema.ts'

/** Where Add MOV is off: ids of principles, and ids of indicators as text (001 §3). */
export type Switches = { disabled_principle: number[]; disabled_indicator: string[] }

export type SwitchOf = { type: 'principle' | 'indicator'; id: number }

export const NO_SWITCHES: Switches = { disabled_principle: [], disabled_indicator: [] }

const indicatorIds = (principle: SitePrinciple): number[] =>
  principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map((indicator) => indicator.id))

/** Ids of the indicators whose Add MOV is on; none when the principle itself is off. */
export function indicatorsOn(principle: SitePrinciple, switches: Switches): number[] {
  if (switches.disabled_principle.includes(principle.id)) return []
  return indicatorIds(principle).filter((id) => !switches.disabled_indicator.includes(String(id)))
}

/** A principle counts as off when it was switched off, or when all its indicators are (S-53). */
export const isPrincipleOff = (principle: SitePrinciple, switches: Switches): boolean =>
  indicatorsOn(principle, switches).length === 0

export const isOff = (principle: SitePrinciple, switches: Switches, { type, id }: SwitchOf): boolean =>
  type === 'principle'
    ? isPrincipleOff(principle, switches)
    : switches.disabled_indicator.includes(String(id))

/** The principle that a switch belongs to; null if it is not in this batch. */
export const principleOf = (principles: SitePrinciple[], { type, id }: SwitchOf): SitePrinciple | null =>
  principles.find((principle) =>
    type === 'principle' ? principle.id === id : indicatorIds(principle).includes(id),
  ) ?? null

/** Turns Add MOV off by adding the id to its list (S-53). */
export const withSwitchOff = (switches: Switches, { type, id }: SwitchOf): Switches =>
  type === 'principle'
    ? { ...switches, disabled_principle: [...switches.disabled_principle, id] }
    : { ...switches, disabled_indicator: [...switches.disabled_indicator, String(id)] }

/**
 * Turns Add MOV on by removing the id from its list (S-53). For a principle whose indicators are all off they are
 * turned on too, or it would still count as off.
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
