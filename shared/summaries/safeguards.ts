/*
 * The seven safeguards of UNFCCC decision 1/CP.16, appendix I, paragraph 2, in our own words; without schemas, so that
 * public pages need not load a validator.
 */

export const SAFEGUARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
export type Safeguard = (typeof SAFEGUARDS)[number]

/** The same value for each safeguard. */
export const perSafeguard = <Value>(valueOf: (safeguard: Safeguard) => Value): Record<Safeguard, Value> =>
  Object.fromEntries(SAFEGUARDS.map((safeguard) => [safeguard, valueOf(safeguard)])) as Record<
    Safeguard,
    Value
  >

export const SAFEGUARD_WORDING: Record<Safeguard, string> = {
  a: 'Actions are consistent with the national forest programme and with relevant international agreements',
  b: 'Forest governance is transparent and effective, within national law and sovereignty',
  c: 'Knowledge and rights of indigenous peoples and local communities are respected',
  d: 'Relevant stakeholders, above all indigenous peoples and local communities, take part fully and effectively',
  e: 'Natural forests and biodiversity are conserved, natural forest is not converted, and social and environmental benefits are enhanced',
  f: 'Risks that results are reversed are addressed',
  g: 'Displacement of emissions to other places is reduced',
}

/** "Safeguard (c)" */
export const safeguardName = (safeguard: Safeguard): string => `Safeguard (${safeguard})`
