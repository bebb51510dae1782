import { z } from 'zod/mini'
import { PRINCIPLE_NUMBERS, perPrinciple } from '../principles/principle-numbers.ts'
import type { SitePrinciple } from '../principles/principles.schema.ts'
import { GRADES, gradeField, NO_ACTIVITIES } from './grades.ts'
import { indicatorsOn, type Switches } from './switches.ts'

export { type GradeField, GRADES, gradeField, NO_ACTIVITIES, gradeOptionLabel } from './grades.ts'

export const Grade = z.enum(GRADES)
export type Grade = z.output<typeof Grade>

/** principle_number_1 to principle_number_8. */
export const Grades = z.object(perPrinciple(gradeField, Grade))
export type Grades = z.output<typeof Grades>

/** The same for a site that may have no approved activity. */
export const maybeGrades = perPrinciple(gradeField, z.nullable(Grade))

/** Compliance Grade of a list row: eight grades, or a text for a site without activities (S-56). */
export const Gradient = z.union([Grades, z.literal(NO_ACTIVITIES)])
export type Gradient = z.output<typeof Gradient>

/** Builds the grades from the table's column (a named check allows only the four texts); null without activities. */
export const gradientOf = (grades: readonly string[] | null): Gradient =>
  grades === null
    ? NO_ACTIVITIES
    : (Object.fromEntries(
        PRINCIPLE_NUMBERS.map((number) => [gradeField(number), grades[number - 1]]),
      ) as Grades)

/** A missing grade is treated as Not Compliant (001 §3). */
export const gradeOrMissing = (grade: Grade | null | undefined): Grade => grade ?? 'Not Compliant'

export type PrincipleEvidence = {
  grade: Grade
  /** ids of the indicators that apply */
  on: number[]
  /** how many of them have evidence */
  covered: number
  /** whether an indicator has evidence or does not apply, for its tick and its criterion's line */
  stateOf: (indicator: number) => 'evidence' | 'none' | 'off'
}

/**
 * Says which indicators of a principle have evidence, and grades it by them (S-54): switched off, Not Applicable;
 * evidence under every indicator that is on, Very Compliant; under some, Somewhat Compliant; under none, Not Compliant.
 */
export function evidenceOfPrinciple(
  principle: SitePrinciple,
  switches: Switches,
  indicatorsWithFiles: ReadonlySet<number>,
): PrincipleEvidence {
  const on = indicatorsOn(principle, switches)
  const covered = on.filter((id) => indicatorsWithFiles.has(id)).length
  const some = covered > 0 ? 'Somewhat Compliant' : 'Not Compliant'
  const ofOn = covered === on.length ? 'Very Compliant' : some
  return {
    grade: on.length === 0 ? 'Not Applicable' : ofOn,
    on,
    covered,
    stateOf: (id) => (!on.includes(id) ? 'off' : indicatorsWithFiles.has(id) ? 'evidence' : 'none'),
  }
}

/** All eight grades of an activity. */
export function gradeActivity(
  principles: SitePrinciple[],
  switches: Switches,
  indicatorsWithFiles: ReadonlySet<number>,
): Grades {
  const grades = PRINCIPLE_NUMBERS.map((number) => {
    const principle = principles.find((candidate) => candidate.principle_number === number)
    const grade = principle ? evidenceOfPrinciple(principle, switches, indicatorsWithFiles).grade : null
    return [gradeField(number), gradeOrMissing(grade)]
  })
  return Object.fromEntries(grades) as Grades
}
