import { z } from 'zod/mini'
import { EMAIL_MAX, isEmail } from '../auth/auth.schema.ts'
import { choice, chosen, fields, line, optionalChosen, optionalLine, plain } from '../lib/fields.ts'
import { chosenId } from '../lib/ids.ts'
import { TYPED_PER_STORED, word } from '../lib/plain-text.ts'
import { OFFICE_NAME_LENGTH } from '../offices/offices.fields.ts'
import { accessLevel } from '../roles/roles.fields.ts'

const NAME_LENGTH = { min: 2, max: 50 } as const

/** characters by which mail programs split addresses, and invisible ones */
const NOT_IN_ADDRESS = /[,;:<>()[\]"\\\p{C}]/u

const INVALID_EMAIL = 'Please enter a valid email address.'

/** Stored in lower case, so that login ignores case. */
const newEmail = word(INVALID_EMAIL, TYPED_PER_STORED * EMAIL_MAX, 'Email address is required.').check(
  z.toLowerCase(),
  z.check((payload) => {
    const { value } = payload
    const message = value === '' ? 'Email address is required.' : INVALID_EMAIL
    if (!isEmail(value) || NOT_IN_ADDRESS.test(value))
      payload.issues.push({ code: 'custom', message, input: value })
  }),
)

/** What is entered about a user; rules on the place, which depend on the level, are in `users.rules.ts`. */
export const USER = fields({
  first_name: line('First Name', NAME_LENGTH),
  middle_name: optionalLine('Middle Name', NAME_LENGTH),
  last_name: line('Last Name', NAME_LENGTH),
  sex: choice('Sex', plain(['Male', 'Female']), {
    needed: 'Sex is required.',
    unknown: 'Sex must be Male or Female.',
  }),
  email: {
    ...line('Email Address', { max: EMAIL_MAX, help: 'The link to set a password is mailed there.' }),
    input: newEmail.register(z.globalRegistry, { maxLength: EMAIL_MAX }),
  },
  access_level: accessLevel('Access Level is required.'),
  role_id: chosen('Role', { needed: 'Role is required.', none: 'Select a role' }),
  region_id: {
    ...optionalChosen('Region', { none: 'Select a region' }),
    input: z.nullish(chosenId('Region is required.')),
  },
  penro: optionalLine('PENRO', {
    ...OFFICE_NAME_LENGTH,
    help: 'Choose an office of the region, or type another',
  }),
})

export const UserInput = z.extend(USER.input, {
  /** an unknown PENRO is meant as a new office (S-148) */
  new_office: z.optional(z.boolean()),
})
export type UserInput = z.output<typeof UserInput>

/**
 * Fields may be omitted (unchanged) or, if they can be empty, sent as null (cleared) (C-38). `updated_at` is the value
 * the form was opened with; a user changed since then is not overwritten.
 */
export const UserPatch = z.extend(z.partial(UserInput), {
  updated_at: z.optional(word('Invalid date.')),
})
export type UserPatch = z.output<typeof UserPatch>
