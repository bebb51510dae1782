import { z } from 'zod/mini'

/** The largest id in the database; larger ids cannot exist. */
export const MAX_ID = 2_147_483_647

export const Id = z.int('Invalid ID').check(z.positive('Invalid ID'), z.maximum(MAX_ID, 'Invalid ID'))

/** The id of a choice on a form, with one message if nothing is chosen and another for an impossible id. */
export const chosenId = (required: string) =>
  z.int(required).check(z.positive(required), z.maximum(MAX_ID, 'Invalid ID'))

const fromText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Invalid ID')),
  z.pipe(
    z.transform((text: string) => Number(text)),
    Id,
  ),
)

export const IdParams = z.object({ id: fromText })
export const IdText = fromText

/** Up to this many ids in one text, as "7,12,31". */
export const idList = (most: number, tooMany: string) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, 'Invalid ID')),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(Id).check(z.maxLength(most, tooMany)),
    ),
  )
