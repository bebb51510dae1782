import { canReadCrosswalk, canSaveCrosswalk } from './summaries.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import { MAX_ID } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { requiredText } from '../lib/plain-text.ts'
import { PRINCIPLE_COUNT } from '../principles/principle-titles.ts'
import { CODE_LENGTH, CODES_MAX, FRAMEWORKS, type Framework } from './frameworks.ts'
import { crosswalkComplaints } from './crosswalk.rules.ts'
import { SAFEGUARDS } from './safeguards.ts'

export const SafeguardLetter = z.enum(SAFEGUARDS, 'Choose one of the safeguards (a) to (g).')

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
export const CrosswalkLine = z.object({
  principle_number: z
    .int('Principle number is required.')
    .check(
      z.minimum(1, 'Principle number must be from 1 to 8.'),
      z.maximum(PRINCIPLE_COUNT, 'Principle number must be from 1 to 8.'),
    ),
  primary: z.array(SafeguardLetter, 'Choose the safeguards it answers above all.'),
  supporting: z.array(SafeguardLetter, 'Choose the safeguards it supports, or none.'),
  why: requiredText('The reason', { min: 2, max: 500 }),
  /** absent: none; of a save: as they are */
  frameworks: z.optional(Frameworks),
})
export type CrosswalkLine = z.output<typeof CrosswalkLine>

/** A version of the crosswalk, used by the summaries created after it. */
export const Crosswalk = z.object({
  version: z.number(),
  created_at: z.string(),
  created_by: z.nullable(z.string()),
  lines: z.array(CrosswalkLine),
})
export type Crosswalk = z.output<typeof Crosswalk>

const CrosswalkVersion = z.object({
  version: z.number(),
  created_at: z.string(),
  created_by: z.nullable(z.string()),
  /** the number of summaries created with it */
  summaries: z.number(),
})
export type CrosswalkVersion = z.output<typeof CrosswalkVersion>

/** The complete new crosswalk, and the version it began from, to detect concurrent saves as for the criteria. */
export const CrosswalkInput = z.object({
  version: z
    .int('Version is required.')
    .check(z.positive('Version must be 1 or more.'), z.maximum(MAX_ID, 'Version is too high.')),
  lines: z.array(CrosswalkLine, 'The eight principles are required.').check(
    z.check(({ value, issues }) => {
      for (const { path, message } of crosswalkComplaints(value))
        issues.push({ code: 'custom', path, message, input: value })
    }),
  ),
})
export type CrosswalkInput = z.output<typeof CrosswalkInput>

export const crosswalkApi = {
  current: endpoint('GET', '/crosswalk', {
    may: canReadCrosswalk,
    summary: 'The crosswalk from principles to the Cancun safeguards, its newest version',
    reply: wrapped('crosswalk', Crosswalk),
  }),
  versions: endpoint('GET', '/crosswalk/versions', {
    may: canReadCrosswalk,
    summary: 'The versions of the crosswalk, newest first',
    query: PageQuery,
    reply: pageReply(CrosswalkVersion),
  }),
  show: endpoint('GET', '/crosswalk/versions/:version', {
    may: canReadCrosswalk,
    summary: 'One version of the crosswalk',
    params: z.object({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
    reply: wrapped('crosswalk', Crosswalk),
  }),
  save: endpoint('POST', '/crosswalk', {
    may: canSaveCrosswalk,
    identity: 'every_caller',
    summary: 'Saves a new version of the crosswalk, for summaries made after it',
    form: true,
    body: CrosswalkInput,
    reply: wrapped('crosswalk', Crosswalk),
  }),
}
