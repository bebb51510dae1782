/** the most statements for one safeguard */
export const STATEMENTS_MAX = 20
/*
 * The seven safeguards of UNFCCC decision 1/CP.16, appendix I, paragraph 2, in its words and in ours; without schemas, so
 * that public pages need not load a validator.
 */

export const SAFEGUARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
export type Safeguard = (typeof SAFEGUARDS)[number]

/** The same value for each safeguard. */
export const perSafeguard = <Value>(valueOf: (safeguard: Safeguard) => Value): Record<Safeguard, Value> =>
  Object.fromEntries(SAFEGUARDS.map((safeguard) => [safeguard, valueOf(safeguard)])) as Record<
    Safeguard,
    Value
  >

/** The text of the decision, to the letter, without the marks that end each line of its list. */
export const OFFICIAL_WORDS: Record<Safeguard, string> = {
  a: 'That actions complement or are consistent with the objectives of national forest programmes and relevant international conventions and agreements',
  b: 'Transparent and effective national forest governance structures, taking into account national legislation and sovereignty',
  c: 'Respect for the knowledge and rights of indigenous peoples and members of local communities, by taking into account relevant international obligations, national circumstances and laws, and noting that the United Nations General Assembly has adopted the United Nations Declaration on the Rights of Indigenous Peoples',
  d: 'The full and effective participation of relevant stakeholders, in particular indigenous peoples and local communities, in the actions referred to in paragraphs 70 and 72 of this decision',
  e: 'That actions are consistent with the conservation of natural forests and biological diversity, ensuring that the actions referred to in paragraph 70 of this decision are not used for the conversion of natural forests, but are instead used to incentivize the protection and conservation of natural forests and their ecosystem services, and to enhance other social and environmental benefits',
  f: 'Actions to address the risks of reversals',
  g: 'Actions to reduce displacement of emissions',
}

/** where these words are */
export const OFFICIAL_SOURCE = 'UNFCCC decision 1/CP.16, appendix I, paragraph 2'

/** A footnote of the decision, in our words; null for a safeguard without one. */
export const officialNote = (safeguard: Safeguard): string | null =>
  safeguard === 'e'
    ? 'A footnote of the decision asks to take into account that indigenous peoples and local communities need sustainable livelihoods and depend on forests in most countries, as the UN Declaration on the Rights of Indigenous Peoples and International Mother Earth Day reflect.'
    : null

/** How the bureau reads each safeguard, in one sentence. */
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
