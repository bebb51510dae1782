import { expect, test } from 'vitest'
import { hasUnsent, NEW_WINDOW } from '../../shared/drafts/draft-window.ts'
import { type DeviceCopy, restoreWindow } from './restore-window.ts'

const content = (text: string, saves: string[] = []) => ({ form_key: 'key', values: { text }, saves })
const copy = (text: string, more: Partial<DeviceCopy['window']> = {}): DeviceCopy => ({
  window: { ...NEW_WINDOW, typed: { text }, ...more },
  form_key: 'key',
  revision: 3,
  began: null,
  typed_at: '2031-06-01T02:05:00.000Z',
})

test('nothing kept, nothing offered', () => {
  expect(restoreWindow([], null, null)).toEqual(NEW_WINDOW)
})

test('[S-143] the draft of another device, of a closed tab and of this one are found alike', () => {
  expect(restoreWindow([], content('server'), null)).toMatchObject({ typed: { text: 'server' } })
  expect(restoreWindow([copy('device')], null, null)).toMatchObject({ typed: { text: 'device' } })
  // without a connection
  expect(restoreWindow([copy('device')], undefined, null).typed).toEqual({ text: 'device' })
})

test('what was sent without an answer is known when the server has it: no letter is lost or doubled', () => {
  const pending = { id: 'save', values: { text: 'less' }, seen: null }
  const found = restoreWindow([copy('less and more', { pending })], content('less', ['save']), null)
  expect(found).toMatchObject({ typed: { text: 'less and more' }, pending: null })
  expect(hasUnsent(found)).toBe(true)
})

test('[S-166] the copies of two closed tabs and the draft of another device are all in the form', () => {
  const seen = content('Seen.')
  const found = restoreWindow(
    [copy('Seen. First.', { seen }), copy('Seen. Second.', { seen })],
    content('Seen. Third.'),
    null,
  )
  for (const word of ['First.', 'Second.', 'Third.']) expect(found.typed?.text).toContain(word)
  expect(String(found.typed?.text).match(/Seen/g)).toHaveLength(1)
})
