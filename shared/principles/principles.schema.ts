import { canListBatches, canSaveCriteria } from './principles.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { formatCount } from '../lib/format.ts'
import { Id, IdParams, IdText, MAX_ID } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { searchForm } from '../lib/search-form.ts'
import { noLongerThan, optionalText, requiredText, TYPED_PER_STORED, word } from '../lib/plain-text.ts'
import { cleanHelper, HELPER_LIMIT, HELPER_MESSAGES, parseHelper } from './helper-blocks.ts'
import { PRINCIPLE_COUNT } from './principle-titles.ts'

export {
  indicatorNumber,
  PRINCIPLE_NUMBERS,
  PRINCIPLE_SHORT_TITLES,
} from './principle-titles.ts'

/** A number that an indicator asks for in addition to its files. */
export const IndicatorFigure = z.object({
  id: z.number(),
  name: z.string(),
  unit: z.string(),
  /** a count; otherwise up to three decimals */
  is_whole: z.boolean(),
  /** whether values of several sites are summed; such a value cannot be negative */
  adds_up: z.boolean(),
  /** the name of the figure of the same indicator that this one is part of, and so cannot exceed (S-145) */
  part_of: z.nullable(z.string()),
})
export type IndicatorFigure = z.output<typeof IndicatorFigure>

export const CriteriaIndicator = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  /** rich-text notes: a block list as JSON text (S-66) */
  helper: z.string(),
  figures: z.array(IndicatorFigure),
})
export type CriteriaIndicator = z.output<typeof CriteriaIndicator>

const Criteria = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  sites_principle_id: z.number(),
  criteria_indicator: z.array(CriteriaIndicator),
})
type Criteria = z.output<typeof Criteria>

/** A line of a principle's checklist: what a reviewer may say to have looked at. */
const PrincipleCheck = z.object({ id: z.number(), text: z.string() })

export const SitePrinciple = z.object({
  id: z.number(),
  principle_number: z.number(),
  batch_number: z.number(),
  title: z.string(),
  criteria: z.array(Criteria),
  checks: z.array(PrincipleCheck),
  last_criteria_number: z.number(),
  last_criteria_indicator_number: z.number(),
})
export type SitePrinciple = z.output<typeof SitePrinciple>

const TITLE_LENGTH = { min: 2, max: 500 } as const
/** the most criteria of a principle, and the most outcome indicators of a criteria */
export const CRITERIA_MAX = 50
export const INDICATORS_MAX = 50
export const FIGURES_MAX = 4
/** the most lines of a principle's checklist */
export const CHECKS_MAX = 10
const CHECK_LENGTH = { min: 2, max: 200 } as const
const FIGURE_NAME_LENGTH = { min: 2, max: 100 } as const
const UNIT_LENGTH = { min: 1, max: 40 } as const
/** the highest possible number of a criteria or an indicator */
const ORDER_MAX = 9999

const order = z
  .int('The number must be a whole number.')
  .check(
    z.positive('The number must be 1 or more.'),
    z.maximum(ORDER_MAX, `The number cannot exceed ${formatCount(ORDER_MAX)}.`),
  )

/** Each number may occur once in its list; gaps are allowed (S-64). */
const eachOrderOnce = z.check<{ order: number }[]>(({ value, issues }) => {
  for (const [index, one] of value.entries())
    if (value.findIndex((other) => other.order === one.order) < index)
      issues.push({
        code: 'custom',
        path: [index, 'order'],
        message: `The number ${one.order} is used twice.`,
        input: one.order,
      })
})

/** A note as JSON text: unknown blocks are rejected, unsafe links are removed (S-66). */
const Helper = z.optional(
  z
    .string('The notes must be text.')
    .check(
      noLongerThan(TYPED_PER_STORED * HELPER_LIMIT, HELPER_MESSAGES.tooLong),
      z.check(({ value, issues }) => {
        const parsed = parseHelper(value)
        if (!parsed.ok) issues.push({ code: 'custom', message: parsed.message, input: value })
      }),
      z.overwrite(cleanHelper),
    )
    .register(z.globalRegistry, { maxLength: HELPER_LIMIT }),
)

/**
 * A figure as FMB defines it. A new property of a figure goes here and into `IndicatorFigure`; it needs a migration,
 * its check of values (`shared/activities/facts.ts`) and its words for the comparison of two sets (`figureWords`).
 */
export const FigureInput = z.object({
  name: requiredText('Name of the figure', FIGURE_NAME_LENGTH),
  unit: requiredText('Unit', UNIT_LENGTH),
  is_whole: z.boolean('Say whether the figure is a whole number.'),
  adds_up: z.boolean('Say whether the figure adds up over sites.'),
  /** the name of the other figure */
  part_of: optionalText('Part of', FIGURE_NAME_LENGTH),
})
export type FigureInput = z.output<typeof FigureInput>

const eachNameOnce = z.check<FigureInput[]>(({ value, issues }) => {
  const folded = value.map(({ name }) => searchForm(name))
  for (const [index, one] of value.entries())
    if (folded.indexOf(searchForm(one.name)) < index)
      issues.push({
        code: 'custom',
        path: [index, 'name'],
        message: `The figure ${one.name} is listed twice.`,
        input: one.name,
      })
})

/** A part names another figure of the list, which must not itself be a part: only one level is supported. */
const eachPartOfOne = z.check<FigureInput[]>(({ value, issues }) => {
  for (const [index, { part_of }] of value.entries()) {
    if (!part_of) continue
    const whole = value.find(({ name }) => name === part_of)
    if (!whole || whole === value[index] || whole.part_of)
      issues.push({
        code: 'custom',
        path: [index, 'part_of'],
        message: 'Choose another figure of this indicator that is not a part itself.',
        input: part_of,
      })
  }
})

/** The id names the indicator of the current batch that is continued; without an id, its number does. */
export const CriteriaIndicatorInput = z.object({
  id: z.optional(Id),
  order,
  title: requiredText('Indicator title', TITLE_LENGTH),
  helper: Helper,
  /** callers that do not know figures omit them: an indicator that continues keeps its own */
  figures: z.optional(
    z
      .array(FigureInput)
      .check(
        z.maxLength(FIGURES_MAX, `An outcome indicator can have at most ${FIGURES_MAX} figures.`),
        eachNameOnce,
        eachPartOfOne,
      ),
  ),
})
export type CriteriaIndicatorInput = z.output<typeof CriteriaIndicatorInput>

export const CriteriaInput = z.object({
  id: z.optional(Id),
  order,
  title: requiredText('Criteria title', TITLE_LENGTH),
  criteria_indicator: z
    .array(CriteriaIndicatorInput, 'At least one outcome indicator is required.')
    .check(
      z.minLength(1, 'At least one outcome indicator is required.'),
      z.maxLength(INDICATORS_MAX, `A criteria can have at most ${INDICATORS_MAX} outcome indicators.`),
      eachOrderOnce,
    ),
})
export type CriteriaInput = z.output<typeof CriteriaInput>

const eachLineOnce = z.check<{ text: string }[]>(({ value, issues }) => {
  const folded = value.map(({ text }) => searchForm(text))
  for (const [index, { text }] of value.entries())
    if (folded.indexOf(folded[index] ?? '') < index)
      issues.push({
        code: 'custom',
        path: [index, 'text'],
        message: 'The checklist has this line already.',
        input: text,
      })
})

/** The body of a save: the complete new content of one principle, and the batch it began from (S-61). */
export const PrincipleInput = z.object({
  principle_number: z
    .int('Principle number is required.')
    .check(
      z.minimum(1, 'Principle number must be from 1 to 8.'),
      z.maximum(PRINCIPLE_COUNT, 'Principle number must be from 1 to 8.'),
    ),
  batch_number: z
    .int('Batch number is required.')
    .check(z.positive('Batch number must be 1 or more.'), z.maximum(MAX_ID, 'Batch number is too high.')),
  criteria: z
    .array(CriteriaInput, 'At least one criteria is required.')
    .check(
      z.minLength(1, 'At least one criteria is required.'),
      z.maxLength(CRITERIA_MAX, `A principle can have at most ${CRITERIA_MAX} criteria.`),
      eachOrderOnce,
    ),
  /** callers that do not know checklists omit the lines: the principle keeps its own */
  checks: z.optional(
    z
      .array(z.object({ text: requiredText('Line of the checklist', CHECK_LENGTH) }))
      .check(z.maxLength(CHECKS_MAX, `A checklist can have at most ${CHECKS_MAX} lines.`), eachLineOnce),
  ),
})
export type PrincipleInput = z.output<typeof PrincipleInput>

/** A batch in FMB's list: who created it by rewriting which principle, and how many activities it grades. */
export const PrincipleBatch = z.object({
  batch_number: z.number(),
  /** the principle it rewrote; null for the first batch */
  principle_number: z.nullable(z.number()),
  /** the requested principle in this batch */
  sites_principle_id: z.number(),
  created_at: z.string(),
  created_by: z.nullable(z.string()),
  activities: z.number(),
  /** not finally approved and not deactivated */
  open_activities: z.number(),
})
export type PrincipleBatch = z.output<typeof PrincipleBatch>

const PrincipleNumberText = z.pipe(
  z
    .string('Principle number is required.')
    .check(z.regex(new RegExp(`^[1-${PRINCIPLE_COUNT}]$`), 'Principle number must be from 1 to 8.')),
  z.transform((text: string) => Number(text)),
)

export const principlesApi = {
  list: endpoint('GET', '/sites/principles', {
    may: everyone,
    summary: 'The eight principles of the current batch',
    reply: wrapped('sitePrinciples', z.array(SitePrinciple)),
  }),
  search: endpoint('GET', '/sites/principles/search', {
    may: everyone,
    summary:
      'One principle of the current batch, the eight of a batch (S-62), or the one that contains an indicator',
    query: z.object({
      principle_number: z.optional(IdText),
      batch_number: z.optional(IdText),
      batch_only: z.optional(word('batch_only must be true.')),
      /** of any batch: a caller with files for an older one finds its replacement */
      sites_criteria_indicator_id: z.optional(IdText),
    }),
    reply: wrapped('sitePrinciples', z.array(SitePrinciple)),
  }),
  batches: endpoint('GET', '/sites/principles/batches', {
    may: canListBatches,
    summary: 'The batches, newest first, with the activities on each; open_only=true leaves those in work',
    query: z.extend(PageQuery, {
      principle_number: PrincipleNumberText,
      open_only: z.optional(word('open_only must be true.')),
    }),
    reply: pageReply(PrincipleBatch),
  }),
  save: endpoint('POST', '/sites/principles', {
    may: canSaveCriteria,
    identity: 'every_caller',
    summary: 'Saves the criteria of one principle as a new batch (S-59)',
    form: true,
    body: PrincipleInput,
    reply: wrapped('sitePrinciple', SitePrinciple),
  }),
  show: endpoint('GET', '/sites/principles/:id', {
    may: everyone,
    summary: 'One principle with its criteria and outcome indicators',
    params: IdParams,
    reply: wrapped('sitePrinciple', SitePrinciple),
  }),
}
