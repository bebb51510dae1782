import { expect, test } from 'vitest'
import { MY_SIGN_IN } from '../../shared/texts/en/my-sign-in.ts'
import { translator } from '../../shared/texts/translate.ts'
import { deviceName } from './device-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/147.0.0.0 Safari/537.36', 'Windows computer'],
  ['Mozilla/5.0 (Linux; Android 14; SM-A055F) Chrome/147.0.0.0 Mobile Safari/537.36', 'Android phone'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
    'iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Linux computer'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15', 'Mac'],
  ['curl/8.5', 'My computer'],
])('%s is proposed as "%s"', (agent, name) => {
  expect(deviceName(translator(MY_SIGN_IN), agent)).toBe(name)
})
