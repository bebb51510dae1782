import { expect, test } from 'vitest'
import { identityWords } from './identity-words.ts'

test.each([
  [
    { proved_by: 'password and app', minutes: 3, count: 24 },
    'password and authenticator app, 3 minutes before, for 24 records',
  ],
  [{ proved_by: 'sheet', minutes: 0, count: null }, 'code sheet, less than a minute before'],
  [
    { proved_by: 'single sign-on and passkey', minutes: 1, count: 1 },
    'single sign-on and passkey, 1 minute before, for 1 record',
  ],
])('a proof in the log, %o', (given, words) => expect(identityWords(given)).toBe(words))
