import { z } from 'zod/mini'
import { fields, line, lines, optionalLine, plainValue } from '../lib/fields.ts'
import { formatCount } from '../lib/format.ts'
import { Id, MAX_ID } from '../lib/ids.ts'
import { noLongerThan, TYPED_PER_STORED } from '../lib/plain-text.ts'
import { searchForm } from '../lib/search-form.ts'
import { cleanHelper, HELPER_LIMIT, HELPER_MESSAGES, parseHelper } from './helper-blocks.ts'
import { FIGURES_MAX, PRINCIPLE_COUNT } from './principle-titles.ts'

const TITLE_LENGTH = { min: 2, max: 500 } as const
/** the most criteria of a principle, and the most outcome indicators of a criteria */
export const CRITERIA_MAX = 50
export const INDICATORS_MAX = 50
/** the most lines of a principle's checklist */
export const CHECKS_MAX = 10
/** the highest possible number of a criteria or an indicator */
const ORDER_MAX = 9999

const order = z
  .int('The number must be a whole number.')
  .check(
    z.positive('The number must be 1 or more.'),
    z.maximum(ORDER_MAX, `The number cannot exceed ${formatCount(ORDER_MAX)}.`),
  )

/** What a line of a list has may occur in no other one. */
const eachOnce = <Name extends string, One extends Record<Name, string | number>>(
  name: Name,
  message: (one: One) => string,
) =>
  z.check<One[]>(({ value, issues }) => {
    const folded = value.map((one) => searchForm(String(one[name])))
    for (const [index, one] of value.entries())
      if (folded.indexOf(folded[index] ?? '') < index)
        issues.push({ code: 'custom', path: [index, name], message: message(one), input: one[name] })
  })

/** Each number may occur once in its list; gaps are allowed (S-64). */
const eachOrderOnce = eachOnce('order', (one) => `The number ${one.order} is used twice.`)

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
 * A figure as FMB defines it; most count people or things, so that they add up. A new property of a figure goes here and
 * into `IndicatorFigure`; it needs a migration, its check of values (`shared/activities/facts.ts`) and its words for the
 * comparison of two sets (`figureWords`).
 */
export const FIGURE = fields({
  name: line('Figure', { min: 2, max: 100, named: 'Name of the figure' }),
  unit: line('Unit', { max: 40 }),
  is_whole: plainValue('Whole number', z.boolean('Say whether the figure is a whole number.'), true),
  adds_up: plainValue('Adds up over sites', z.boolean('Say whether the figure adds up over sites.'), true),
  /** the name of the other figure */
  part_of: optionalLine('Part of', { min: 2, max: 100 }),
})
export type FigureInput = z.output<typeof FIGURE.input>

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

/** Callers that do not know figures omit them: an indicator that continues keeps its own. */
const Figures = z.optional(
  z.array(FIGURE.input).check(
    z.maxLength(FIGURES_MAX, `An outcome indicator can have at most ${FIGURES_MAX} figures.`),
    eachOnce('name', (one) => `The figure ${one.name} is listed twice.`),
    eachPartOfOne,
  ),
)

export const INDICATOR = fields({
  title: line('Title', { ...TITLE_LENGTH, named: 'Indicator title' }),
  helper: plainValue('Notes', Helper, '[]'),
  figures: lines('Figures', FIGURE, Figures, 'id'),
})

/** The id names the indicator of the current batch that is continued; without an id, its number does. */
export const CriteriaIndicatorInput = z.object({ id: z.optional(Id), order, ...INDICATOR.input.shape })

export const CRITERIA = fields({
  title: line('Title', { ...TITLE_LENGTH, named: 'Criteria title' }),
  criteria_indicator: lines(
    'Outcome indicators',
    INDICATOR,
    z
      .array(CriteriaIndicatorInput, 'At least one outcome indicator is required.')
      .check(
        z.minLength(1, 'At least one outcome indicator is required.'),
        z.maxLength(INDICATORS_MAX, `A criteria can have at most ${INDICATORS_MAX} outcome indicators.`),
        eachOrderOnce,
      ),
    'order',
  ),
})

export const CriteriaInput = z.object({ id: z.optional(Id), order, ...CRITERIA.input.shape })
export type CriteriaInput = z.output<typeof CriteriaInput>

/** A line of the checklist. */
export const CHECK = fields({ text: line('Line of the checklist', { min: 2, max: 200 }) })

/**
 * The criteria and the checklist of a principle. The key of a stored line is its number in the set that the form began
 * from; the number after the save depends on its position.
 */
export const PRINCIPLE = fields({
  criteria: lines(
    'Criteria',
    CRITERIA,
    z
      .array(CriteriaInput, 'At least one criteria is required.')
      .check(
        z.minLength(1, 'At least one criteria is required.'),
        z.maxLength(CRITERIA_MAX, `A principle can have at most ${CRITERIA_MAX} criteria.`),
        eachOrderOnce,
      ),
    'order',
  ),
  /** callers that do not know checklists omit the lines: the principle keeps its own */
  checks: lines(
    'Checklist',
    CHECK,
    z.optional(
      z.array(CHECK.input).check(
        z.maxLength(CHECKS_MAX, `A checklist can have at most ${CHECKS_MAX} lines.`),
        eachOnce('text', () => 'The checklist has this line already.'),
      ),
    ),
    'id',
  ),
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
  ...PRINCIPLE.input.shape,
})
export type PrincipleInput = z.output<typeof PrincipleInput>
