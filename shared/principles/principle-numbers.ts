/* The numbers of the eight principles, without their English titles. Also exported by principle-titles.ts. */

export const PRINCIPLE_COUNT = 8
export const PRINCIPLE_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type PrincipleNumber = (typeof PRINCIPLE_NUMBERS)[number]

/** The same value for each principle, under its field name. */
export const perPrinciple = <Field extends string, Value>(
  fieldOf: (principle: number) => Field,
  value: Value,
): Record<Field, Value> =>
  Object.fromEntries(PRINCIPLE_NUMBERS.map((number) => [fieldOf(number), value])) as Record<Field, Value>

/** "3.2.1": principle, criteria, indicator (S-63). */
export const indicatorNumber = (principle: number, criteria: number, indicator: number): string =>
  `${principle}.${criteria}.${indicator}`
