/*
 * The numbers and subjects of the eight principles, without schemas, so that public pages need not load a validator.
 * Also exported by principles.schema.ts.
 */

export const PRINCIPLE_COUNT = 8
export const PRINCIPLE_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type PrincipleNumber = (typeof PRINCIPLE_NUMBERS)[number]

/** The same value for each principle, under its field name. */
export const perPrinciple = <Field extends string, Value>(
  fieldOf: (principle: number) => Field,
  value: Value,
): Record<Field, Value> =>
  Object.fromEntries(PRINCIPLE_NUMBERS.map((number) => [fieldOf(number), value])) as Record<Field, Value>

/** The subjects of the eight principles as short titles (000 §9). */
export const PRINCIPLE_SHORT_TITLES: Record<PrincipleNumber, string> = {
  1: 'Legal compliance',
  2: 'Transparent governance',
  3: 'Indigenous and local community rights',
  4: 'Stakeholder participation',
  5: 'Capacity building',
  6: 'Benefit sharing',
  7: 'Climate risk, reversals and displaced emissions',
  8: 'Protection of threatened species and ecosystem services',
}

/** "3.2.1": principle, criteria, indicator (S-63). */
export const indicatorNumber = (principle: number, criteria: number, indicator: number): string =>
  `${principle}.${criteria}.${indicator}`
