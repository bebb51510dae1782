import type { PrincipleNumber } from '../principles/principle-numbers.ts'

/** The comment of a return on one principle. */
export type ReasonField = `returned_reason_${PrincipleNumber}`

/** The name of that field. */
export const reasonField = (principle: number): ReasonField => `returned_reason_${principle}` as ReasonField
