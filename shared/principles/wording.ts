import type { SitePrinciple } from './principles.schema.ts'

type Titled = { order: number; title: string }
/** A principle with its criteria and indicators as public pages show them. */
export type Worded = {
  principle_number: number
  title: string
  criteria: (Titled & { indicators: Titled[] })[]
}

/** Leaves the titles alone: the notes are working material of the bureau. */
export const titlesOf = ({ principle_number, title, criteria }: SitePrinciple): Worded => ({
  principle_number,
  title,
  criteria: criteria.map((one) => ({
    order: one.order,
    title: one.title,
    indicators: one.criteria_indicator.map((indicator) => ({
      order: indicator.order,
      title: indicator.title,
    })),
  })),
})

/** The wording of principles, criteria and indicators: a line for each, with its number. */
export const wordingOf = (principles: readonly Worded[]): string[] =>
  principles.flatMap(({ principle_number: number, title, criteria }) => [
    `${number} ${title}`,
    ...criteria.flatMap((one) => [
      `${number}.${one.order} ${one.title}`,
      ...one.indicators.map((indicator) => `${number}.${one.order}.${indicator.order} ${indicator.title}`),
    ]),
  ])
