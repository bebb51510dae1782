import { expect, test } from 'vitest'
import { chooseDraft, type DeviceCopy, type DraftSources } from './choose-draft.ts'

const at = (minute: number) => `2031-06-01T02:${String(minute).padStart(2, '0')}:00.000Z`
const draft = (minute: number, revision = 3) => ({
  record_id: 7,
  revision,
  content: `"server ${minute}"`,
  updated_at: at(minute),
})
const copy = (minute: number, more: Partial<DeviceCopy> = {}): DeviceCopy => ({
  content: `"device ${minute}"`,
  revision: 3,
  typed_at: at(minute),
  base: null,
  sent: [],
  ...more,
})
const choose = (known: Partial<DraftSources>) =>
  chooseDraft({ copy: null, draft: null, revision: 3, ...known })

test('nothing kept, nothing offered', () => {
  expect(choose({})).toBe(null)
})

test('[S-143] the draft of another device, of a closed tab and of this one are found alike, with their time', () => {
  const found = { saved_at: at(5), isOutdated: false }
  expect(choose({ draft: draft(5) })).toEqual({ content: '"server 5"', base: at(5), ...found })
  expect(choose({ copy: copy(5) })).toEqual({ content: '"device 5"', base: null, ...found })
})

test('what the server has not taken yet comes from the device', () => {
  expect(choose({ copy: copy(5) })).toMatchObject({ content: '"device 5"' })
  // typed on top of the server's draft, whatever the clock of the device says
  expect(choose({ copy: copy(1, { base: at(5) }), draft: draft(5) })).toMatchObject({
    content: '"device 1"',
  })
})

test('what was sent without an answer is known when the server has it: no letter is lost', () => {
  const reloaded = copy(4, { base: at(3), content: '"more"', sent: ['"less"', '"server 5"'] })
  expect(choose({ copy: reloaded, draft: draft(5) })).toEqual({
    content: '"more"',
    saved_at: at(4),
    isOutdated: false,
    base: at(5),
  })
  // another user's draft of the same time is used unchanged
  expect(choose({ copy: reloaded, draft: { ...draft(5), content: '"other"' } })).toMatchObject({
    content: '"other"',
  })
})

test('of two that know nothing of each other the newest wins', () => {
  expect(choose({ copy: copy(6), draft: draft(5) })).toMatchObject({ content: '"device 6"' })
  expect(choose({ copy: copy(4, { base: at(3) }), draft: draft(5) })).toMatchObject({
    content: '"server 5"',
  })
})

test('a draft of another revision says so', () => {
  expect(choose({ draft: draft(5, 2) })).toMatchObject({ isOutdated: true })
  expect(choose({ copy: copy(5, { revision: 2 }) })).toMatchObject({ isOutdated: true })
})
