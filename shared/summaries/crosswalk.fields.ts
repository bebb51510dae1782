import { z } from 'zod/mini'
import { fields, line, lines, plainValue } from '../lib/fields.ts'
import { requiredText } from '../lib/plain-text.ts'
import { PRINCIPLE_COUNT } from '../principles/principle-titles.ts'
import { crosswalkComplaints } from './crosswalk.rules.ts'
import { CODE_LENGTH, CODES_MAX, FRAMEWORKS, type Framework } from './frameworks.ts'
import { SafeguardLetter } from './summaries.schema.ts'

const Codes = (name: Framework) =>
  z.optional(
    z
      .array(
        requiredText(`A code of ${FRAMEWORKS[name]}`, { min: 1, max: CODE_LENGTH }).check(
          z.regex(/^[^,;]*$/, 'A code has no comma or semicolon.'),
        ),
        'Write the codes, or none.',
      )
      .check(
        z.maxLength(CODES_MAX, `A principle has at most ${CODES_MAX} codes of ${FRAMEWORKS[name]}.`),
        z.refine(
          (codes) => new Set(codes).size === codes.length,
          `A code of ${FRAMEWORKS[name]} is listed twice.`,
        ),
      ),
  )

/** The codes of other frameworks that FMB relates a principle to; empty until it fills them. */
const Frameworks = z.object({ trees: Codes('trees'), ess: Codes('ess'), undp: Codes('undp') })

/** The safeguards that one principle answers, and why. */
export const CROSSWALK_LINE = fields({
  principle_number: plainValue(
    'Principle',
    z
      .int('Principle number is required.')
      .check(
        z.minimum(1, 'Principle number must be from 1 to 8.'),
        z.maximum(PRINCIPLE_COUNT, 'Principle number must be from 1 to 8.'),
      ),
    0,
  ),
  primary: plainValue(
    'Above all',
    z.array(SafeguardLetter, 'Choose the safeguards it answers above all.'),
    [],
  ),
  supporting: plainValue(
    'Supporting',
    z.array(SafeguardLetter, 'Choose the safeguards it supports, or none.'),
    [],
  ),
  why: line('Reason', { min: 2, max: 500, named: 'The reason' }),
  /** absent: none; of a save: as they are */
  frameworks: plainValue('Other frameworks', z.optional(Frameworks), {}),
})

/** The answers of every principle. */
export const CROSSWALK = fields({
  lines: lines(
    'Principles',
    CROSSWALK_LINE,
    z.array(CROSSWALK_LINE.input, 'The eight principles are required.').check(
      z.check(({ value, issues }) => {
        for (const { path, message } of crosswalkComplaints(value))
          issues.push({ code: 'custom', path, message, input: value })
      }),
    ),
  ),
})
