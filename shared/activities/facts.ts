import { z } from 'zod/mini'
import type { IndicatorFigure } from '../principles/principles.schema.ts'

/** characters, as the database counts them */
export const WHAT_HAPPENED_MAX = 2000
/** digits before the point, and after it */
const DIGITS = { whole: 12, decimals: 3 } as const

/** control characters but for line breaks and tabs, halves of a character, signs that turn the reading direction */
const UNUSABLE = /(?![\n\t])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u

/** One spelling of a text in paragraphs: composed letters, one kind of line break, no blanks at the ends. */
const tidyParagraphs = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .trim()

/** What is wrong with a text of what happened, in one sentence; null when nothing is. */
export function whatHappenedComplaint(text: string): string | null {
  const tidy = tidyParagraphs(text)
  if (UNUSABLE.test(tidy)) return 'What happened contains characters that cannot be used.'
  return Array.from(tidy).length > WHAT_HAPPENED_MAX ? 'What happened cannot exceed 2,000 characters.' : null
}

/** What happened under an indicator: plain text in any language, line breaks kept; blank is null. */
export const WhatHappened = z.nullish(
  z.pipe(
    z.string('What happened must be text.').check(
      z.check(({ value, issues }) => {
        const message = whatHappenedComplaint(value)
        if (message) issues.push({ code: 'custom', message, input: value })
      }),
    ),
    z.transform((text: string) => tidyParagraphs(text) || null),
  ),
)

type FigureRule = Pick<IndicatorFigure, 'name' | 'is_whole' | 'adds_up'>

const NUMBER = /^(?<minus>[-\u2212]?)(?<whole>\d+|\d{1,3}(?:,\d{3})+)(?:\.(?<decimals>\d+))?$/

const partsOf = (text: string) => {
  const { minus = '', whole = '', decimals = '' } = NUMBER.exec(text.trim())?.groups ?? {}
  return whole === '' ? null : { minus: minus !== '', whole: whole.replaceAll(',', ''), decimals }
}

/** What is wrong with the value of a figure, in one sentence that names it; null when nothing is, and for none. */
export function figureComplaint({ name, is_whole, adds_up }: FigureRule, text: string): string | null {
  if (text.trim() === '') return null
  const parts = partsOf(text)
  if (!parts) return `${name} must be a number.`
  if (parts.minus && adds_up) return `${name} cannot be negative.`
  if (is_whole && parts.decimals !== '') return `${name} must be a whole number.`
  if (parts.decimals.length > DIGITS.decimals) return `${name} can have at most ${DIGITS.decimals} decimals.`
  return parts.whole.replace(/^0+/, '').length > DIGITS.whole
    ? `${name} can have at most ${DIGITS.whole} digits before the point.`
    : null
}

/** The value as it is stored: no commas, no needless zeros in front, decimals as typed; null for none. */
export function figureValue(text: string): string | null {
  const parts = partsOf(text)
  if (!parts) return null
  const { minus, decimals } = parts
  const whole = parts.whole.replace(/^0+(?=\d)/, '')
  const isZero = /^0*$/.test(whole + decimals)
  return `${minus && !isZero ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}

/** "1250.5" as people read it: "1,250.5", with the decimals that were typed. */
export function formatFigure(value: string): string {
  const [whole = '', decimals] = value.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** What is wrong with a reporting year, in one sentence; null when nothing is, and for none (the project's years so far). */
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

/** The first and the last year that a site can report on. */
export function reportingYears(
  { project_year_start, project_year_end }: { project_year_start: number; project_year_end: number },
  currentYear: number,
): { first: number; last: number } {
  return {
    first: project_year_start,
    last: Math.max(project_year_start, Math.min(project_year_end, currentYear)),
  }
}

/** a change that a reviewer's attention is drawn to: more than half of what it was */
const NOTABLE = 0.5

/** How much a value differs from that of last time, as a share of it; null where it is not notable or there was none. */
export function notableChange(before: string | null, now: string | null): number | null {
  if (before === null || now === null) return null
  const [was, is] = [Number(before), Number(now)]
  if (was === 0) return null
  const share = (is - was) / Math.abs(was)
  return Math.abs(share) > NOTABLE ? share : null
}
