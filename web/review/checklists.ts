import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'

/** What a reviewer may say to have looked at under one principle. */
export type Checklist = Pick<SitePrinciple, 'principle_number' | 'checks'>

/** The lines that are not ticked, of each checklist that has any: "Principle #2: Dates of the minutes; Lists of members". */
export const missingLines = (checklists: readonly Checklist[], looked: readonly number[]): string[] =>
  checklists.flatMap(({ principle_number, checks }) => {
    const left = checks.filter(({ id }) => !looked.includes(id))
    return left.length > 0
      ? [`Principle #${principle_number}: ${left.map(({ text }) => text).join('; ')}`]
      : []
  })
