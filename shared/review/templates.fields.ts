import { z } from 'zod/mini'
import { choice, fields, lines, paragraphs } from '../lib/fields.ts'
import { KIND_CHOICES, POINT_LENGTH } from './points.rules.ts'

/** the most usual points of an office */
export const TEMPLATES_MAX = 40

/** A usual point: what is needed, and its words. */
export const TEMPLATE = fields({
  kind: choice('What is needed', KIND_CHOICES, {
    needed: 'Choose what is needed: correct, replace, add or explain.',
    start: 'correct',
  }),
  text: {
    ...paragraphs('Point', { max: POINT_LENGTH }),
    complaint: (typed: string) => (typed.trim() === '' ? 'Write the point, or remove this line.' : null),
    send: (typed: string) => typed.trim(),
  },
})

/** The usual points of an office. */
export const TEMPLATES = fields({
  templates: lines(
    'Usual points',
    TEMPLATE,
    z
      .array(TEMPLATE.input)
      .check(z.maxLength(TEMPLATES_MAX, `An office can have at most ${TEMPLATES_MAX} usual points.`)),
  ),
})
