import { GRADES } from '../activities/grades.ts'
import { gradeIn } from '../activities/grade-words.ts'
import type { Translate } from '../texts/translate.ts'

/** "Very Compliant: 6, Not Applicable: 2": how many of the principles have each grade, as labels beside numbers. */
export const gradeCounts = (t: Translate, grades: readonly string[]): string =>
  GRADES.map((grade) => ({ grade, count: grades.filter((one) => one === grade).length }))
    .filter(({ count }) => count > 0)
    .map(({ grade, count }) => `${gradeIn(t, grade)}: ${count}`)
    .join(', ')
