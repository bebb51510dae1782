import { z } from 'zod/mini'
import { paragraphsComplaint, plainParagraphs, TYPED_PER_STORED } from '../lib/plain-text.ts'
import {
  decimalsWithin,
  numberForm,
  plainNumberText,
  typedNumber,
  WRITE_A_POINT,
} from '../lib/typed-number.ts'
import type { IndicatorFigure } from '../principles/principles.schema.ts'

export { formatFigure } from './figure-words.ts'

/** in characters, as the database counts them */
export const WHAT_HAPPENED_MAX = 2000
/** digits before and after the decimal point */
const DIGITS = { whole: 12, decimals: 3 } as const
/** the longest text that is accepted for a figure, in characters */
export const FIGURE_MAX = 40

/** Returns one sentence if a text of what happened is invalid, otherwise null. */
export const whatHappenedComplaint = (text: string): string | null =>
  paragraphsComplaint('What happened', WHAT_HAPPENED_MAX, text)

/** What happened under an indicator: plain text in any language with its line breaks; blank becomes null. */
export const WhatHappened = z.nullish(
  z.pipe(
    plainParagraphs('What happened', WHAT_HAPPENED_MAX),
    z.transform((text: string) => text || null),
  ),
)

type FigureRule = Pick<IndicatorFigure, 'name' | 'is_whole' | 'adds_up'>

/** Whether the text has no visible characters. */
export const isBlankFigure = (text: string): boolean =>
  text.length <= TYPED_PER_STORED * FIGURE_MAX && numberForm(text) === ''

/** Returns one sentence if the value of a figure is invalid (S-129), otherwise null; blank is valid. */
export function figureComplaint({ name, is_whole, adds_up }: FigureRule, text: string): string | null {
  if (isBlankFigure(text)) return null
  const read = typedNumber(text)
  if (read === 'doubtful') return WRITE_A_POINT
  if (!read) return `${name} must be a number.`
  if (read.minus && adds_up) return `${name} cannot be negative.`
  if (is_whole && /[1-9]/.test(read.decimals)) return `${name} must be a whole number.`
  if (decimalsWithin(read.decimals, DIGITS.decimals).length > DIGITS.decimals)
    return `${name} can have at most ${DIGITS.decimals} decimals.`
  return read.whole.length > DIGITS.whole
    ? `${name} can have at most ${DIGITS.whole} digits before the point.`
    : null
}

/** The value as stored: no commas, no leading zeros, decimals as typed, none in a whole number; null if blank. */
export const figureValue = (text: string, is_whole = false): string | null =>
  plainNumberText(text, is_whole ? 0 : DIGITS.decimals)

/** A figure that is larger than the one it is part of, by name; only a warning (S-145). */
export type LargerPart = { part: string; whole: string }

/** The figures that are larger than the figure they are part of. Values as stored or typed; '' is none. */
export function largerParts(
  figures: readonly Pick<IndicatorFigure, 'id' | 'name' | 'part_of'>[],
  valueOf: (id: number) => string | null,
): LargerPart[] {
  return figures.flatMap(({ id, name: part, part_of }) => {
    const whole = figures.find(({ name }) => name === part_of)
    const [small, large] = [id, whole?.id ?? 0].map((one) => figureValue(valueOf(one) ?? ''))
    return whole && small && large && Number(small) > Number(large) ? [{ part, whole: whole.name }] : []
  })
}

/** "Women trained is larger than People trained, of which it is a part." */
export const largerPartWords = ({ part, whole }: LargerPart): string =>
  `${part} is larger than ${whole}, of which it is a part. Please check both.`

/** Returns one sentence if the year is not a past or current year of the project, otherwise null; accepts null. */
export function reportingYearComplaint(
  year: number | null,
  project: { project_year_start: number; project_year_end: number },
  currentYear: number,
): string | null {
  if (year === null) return null
  const { first, last } = reportingYears(project, currentYear)
  if (year >= first && year <= last) return null
  return `Reporting year must be between ${first} and ${last}, the years of the project so far.`
}

/** The first and last year that a site can report on. */
export function reportingYears(
  { project_year_start, project_year_end }: { project_year_start: number; project_year_end: number },
  currentYear: number,
): { first: number; last: number } {
  return {
    first: project_year_start,
    last: Math.max(project_year_start, Math.min(project_year_end, currentYear)),
  }
}

/** a change of more than half the earlier value is shown to reviewers */
const NOTABLE = 0.5

/** The change against last time as a share of the earlier value; null if not notable or without earlier value. */
export function notableChange(before: string | null, now: string | null): number | null {
  if (before === null || now === null) return null
  const [was, is] = [Number(before), Number(now)]
  if (was === 0) return null
  const share = (is - was) / Math.abs(was)
  return Math.abs(share) > NOTABLE ? share : null
}
