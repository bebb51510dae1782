import { z } from 'zod/mini'
import { chosen, fields, line, optionalLine, tick } from '../lib/fields.ts'
import { plainLine } from '../lib/plain-text.ts'

/** For the name of an office, wherever it is entered. */
export const OFFICE_NAME_LENGTH = { min: 2, max: 100 } as const
const ADDRESS_MAX = 300

/** The name of an office. */
export const OFFICE_NAME = fields({ name: line('Name', OFFICE_NAME_LENGTH) })

/** What the public reads of an office: where it is, for readers who find a mistake, and the names of its files. */
export const PUBLIC_OFFICE = fields({
  address: optionalLine('Address', {
    max: ADDRESS_MAX,
    help: 'Street, municipality and province. It is public, at the end of each record of this office.',
  }),
  file_names_public: tick('The office allows that published summaries name its evidence files', {
    needed: 'Say whether names of files may be public.',
    help: "Without it they are listed by kind and SHA-256, because a file's name can name a person.",
  }),
})

/** The office that another one is merged into. */
export const MERGE = fields({
  into_id: chosen('Merge with', {
    needed: 'Choose the office to merge with.',
    none: 'Select an office',
  }),
})

/**
 * `seen_name` and `seen_address` are what the form showed; what has been changed since then is not changed again. Without
 * `address` the address stays; null removes it. Without `file_names_public` that stays as well.
 */
export const OfficePatch = z.object({
  ...OFFICE_NAME.input.shape,
  seen_name: z.optional(plainLine('Name', OFFICE_NAME_LENGTH.max)),
  address: PUBLIC_OFFICE.input.shape.address,
  seen_address: z.nullish(plainLine('Address', ADDRESS_MAX)),
  file_names_public: z.optional(PUBLIC_OFFICE.input.shape.file_names_public),
})
export type OfficePatch = z.output<typeof OfficePatch>
