/* The grades without their schemas, so that public pages load no validator. Also exported by grading.ts. */

export const GRADES = ['Very Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable'] as const
export type Grade = (typeof GRADES)[number]

export const NO_ACTIVITIES = 'No site activities yet'

export type GradeField = `principle_number_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`

export const gradeField = (principle: number): GradeField => `principle_number_${principle}` as GradeField

/** The label in filters: "Compliant" for Very Compliant (C-15); elsewhere the grade is written in full (S-151). */
export const gradeOptionLabel = (grade: Grade): string => (grade === 'Very Compliant' ? 'Compliant' : grade)
