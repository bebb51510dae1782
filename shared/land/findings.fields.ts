import { choice, day, fields, line, optionalFile, optionalParagraphs, paragraphs } from '../lib/fields.ts'

/** of what is said about a finding */
export const FINDING_TEXT = 1000
const NEEDS_DAY = 'Enter the day.'

export const NO_OBJECTION = 'no objection'
export const ANSWERS = [NO_OBJECTION, 'conditions', 'objection'] as const

const ANSWER_WORDS = {
  'no objection': 'No objection',
  conditions: 'Conditions',
  objection: 'Objection',
} as const satisfies Record<(typeof ANSWERS)[number], string>

const paper = optionalFile('Paper', { help: 'Optional: a .pdf, .png, .jpg or .jpeg of at most 40 MB' })

/** An office's explanation of a finding. */
export const EXPLANATION = fields({
  text: paragraphs('Explanation', {
    max: FINDING_TEXT,
    help: `Why the land is part of the site, or why the finding is not right. Up to ${FINDING_TEXT} characters.`,
  }),
  file_id: paper,
})

/** That a body was asked about a finding. */
export const REQUEST = fields({
  asked: line('Who was asked', { max: 120, help: 'The body, such as NCIP, PAMB or a local government.' }),
  asked_on: day('Asked on', { missing: NEEDS_DAY }),
})

/** What a body that was asked has answered. */
export const ANSWER = fields({
  answered_on: day('Answered on', { missing: NEEDS_DAY }),
  answer: choice('Answer', ANSWER_WORDS, { needed: 'Choose the answer.', none: 'Select an answer' }),
  words: optionalParagraphs('Words', {
    max: FINDING_TEXT,
    help: `What the answer says, such as its conditions. Up to ${FINDING_TEXT} characters.`,
  }),
  file_id: paper,
})
