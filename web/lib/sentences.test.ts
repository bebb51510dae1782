import { expect, test } from 'vitest'
import { ApiError } from './call.ts'
import { splitErrors } from './sentences.ts'

const refused = (errors: Record<string, string[]>) =>
  new ApiError(422, { message: 'Validation failed', errors })

test('what is refused of a field that the form does not have stands above it, in its own sentence', () => {
  const split = (errors: Record<string, string[]>) =>
    splitErrors(refused(errors), ['code'], 'Validation failed')
  expect(split({ passkey: ['This passkey was not accepted.'] })).toEqual({
    own: {},
    general: 'This passkey was not accepted.',
  })
  expect(split({ code: ['This code is not correct.'] })).toEqual({
    own: { code: 'This code is not correct.' },
    general: null,
  })
  expect(split({ code: ['Wrong.'], other: ['Odd.'] })).toEqual({ own: { code: 'Wrong.' }, general: 'Odd.' })
  expect(split({})).toEqual({ own: {}, general: 'Validation failed' })
})
