import { describe, expect, test } from 'vitest'
import {
  type Block,
  blocksOf,
  cleanHelper,
  HELPER_LIMIT,
  HELPER_MESSAGES,
  HelperBlocks,
  helperFromLines,
  helperToJson,
  isSameNote,
  noteText,
  parseHelper,
  tidyBlocks,
} from './helper-blocks.ts'

const note: Block[] = [
  {
    type: 'paragraph',
    text: [
      { text: 'See the ' },
      { text: 'annex', bold: true, italic: true, link: 'https://example.org/annex' },
    ],
  },
  { type: 'bullet', text: [{ text: 'Certificate of Las Piñas' }] },
  { type: 'paragraph', text: [] },
]

const messageOf = (json: string) => {
  const parsed = parseHelper(json)
  return parsed.ok ? 'accepted' : parsed.message
}
const withRun = (run: object) => JSON.stringify([{ type: 'paragraph', text: [run] }])

describe('notes of an indicator', () => {
  test('lines become bullet items in their order', () => {
    expect(helperFromLines(['First', 'Second'])).toEqual([
      { type: 'bullet', text: [{ text: 'First' }] },
      { type: 'bullet', text: [{ text: 'Second' }] },
    ])
    expect(HelperBlocks.safeParse(helperFromLines(['First'])).success).toBe(true)
    expect(helperFromLines([])).toEqual([])
  })

  test('a note survives being stored and read', () => {
    expect(parseHelper(helperToJson(note))).toEqual({ ok: true, blocks: note })
  })

  test('a blank string is an empty note', () => {
    expect(parseHelper('')).toEqual({ ok: true, blocks: [] })
    expect(parseHelper('  ')).toEqual({ ok: true, blocks: [] })
    expect(parseHelper('[]')).toEqual({ ok: true, blocks: [] })
  })

  test.each([
    'https://example.org/a?b=c#d',
    'http://example.org',
    'HTTPS://EXAMPLE.ORG',
    'mailto:fmb@example.org',
  ])('the link %s stays', (link) => {
    expect(parseHelper(withRun({ text: 'x', link }))).toEqual({
      ok: true,
      blocks: [{ type: 'paragraph', text: [{ text: 'x', link }] }],
    })
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<b>x</b>',
    'file:///etc/passwd',
    '//example.org',
    '/sites',
    'https://',
    'https://example.org/"onclick="x',
    '',
  ])('the link %j is taken off its text, and refused by the schema', (link) => {
    const blocks = [{ type: 'paragraph', text: [{ text: 'x', bold: true, link }] }]
    expect(parseHelper(JSON.stringify(blocks))).toEqual({
      ok: true,
      blocks: [{ type: 'paragraph', text: [{ text: 'x', bold: true }] }],
    })
    expect(HelperBlocks.safeParse(blocks).error?.issues[0]?.message).toBe(HELPER_MESSAGES.link)
  })

  test.each([
    ['another block', '[{"type":"image","text":[]}]'],
    ['another field of a block', '[{"type":"bullet","text":[],"level":2}]'],
    ['another field of a run', withRun({ text: 'x', onclick: 'y' })],
    ['a run without text', withRun({ bold: true })],
    ['a style that is no yes or no', withRun({ text: 'x', bold: 'yes' })],
    ['a link that is no text', withRun({ text: 'x', link: 7 })],
    ['text that is no list', '[{"type":"bullet","text":"x"}]'],
    ['a nested block', '[[{"type":"bullet","text":[]}]]'],
    ['an object', '{"type":"bullet","text":[]}'],
    ['null', 'null'],
    ['a number', '7'],
  ])('%s is refused', (_what, json) => {
    expect(messageOf(json)).toBe(HELPER_MESSAGES.block)
  })

  test('what is no JSON is refused, however deep', () => {
    expect(messageOf('Certificate')).toBe(HELPER_MESSAGES.unreadable)
    expect(messageOf('[{"type":"bullet"')).toBe(HELPER_MESSAGES.unreadable)
    expect(parseHelper('['.repeat(200_000) + ']'.repeat(200_000)).ok).toBe(false)
  })

  test('[S-128] the texts of a note are taken in in the form of a line', () => {
    expect(parseHelper(withRun({ text: 'a\0b\ud83c\u202e n\u0303\u2028' }))).toEqual({
      ok: true,
      blocks: [{ type: 'paragraph', text: [{ text: 'ab ñ ' }] }],
    })
    expect(messageOf(withRun({ text: '🌳' }))).toBe('accepted')
  })

  test('20,000 characters of JSON pass, one more does not', () => {
    const frame = withRun({ text: '' }).length
    expect(messageOf(withRun({ text: 'a'.repeat(HELPER_LIMIT - frame) }))).toBe('accepted')
    expect(messageOf(withRun({ text: 'a'.repeat(HELPER_LIMIT - frame + 1) }))).toBe(HELPER_MESSAGES.tooLong)
  })
})

describe('one spelling of a note', () => {
  test('neighbours of one style are one run, and blocks without words are gone', () => {
    const loose: Block[] = [
      { type: 'paragraph', text: [] },
      {
        type: 'paragraph',
        text: [{ text: 'See ' }, { text: 'the ', bold: false }, { text: '' }, { text: 'annex', bold: true }],
      },
      { type: 'bullet', text: [{ text: '  ' }] },
    ]
    const tidy: Block[] = [{ type: 'paragraph', text: [{ text: 'See the ' }, { text: 'annex', bold: true }] }]
    expect(tidyBlocks(loose)).toEqual(tidy)
    expect(tidyBlocks(tidy)).toEqual(tidy)
    expect(isSameNote(helperToJson(loose), helperToJson(tidy))).toBe(true)
    expect(loose[1]?.text[0]).toEqual({ text: 'See ' })
  })

  test('a style, a link, a kind of block or their order make another note', () => {
    const plain: Block[] = [{ type: 'paragraph', text: [{ text: 'x' }] }]
    const others: Block[][] = [
      [{ type: 'bullet', text: [{ text: 'x' }] }],
      [{ type: 'paragraph', text: [{ text: 'x', italic: true }] }],
      [{ type: 'paragraph', text: [{ text: 'x', link: 'https://example.org' }] }],
      [...plain, ...plain],
    ]
    for (const other of others) expect(isSameNote(helperToJson(plain), helperToJson(other))).toBe(false)
    expect(isSameNote(undefined, '[]')).toBe(true)
  })

  test('its words alone, on one line', () => {
    expect(noteText(helperToJson(note))).toBe('See the annex · Certificate of Las Piñas')
    expect(noteText('not a note')).toBe('')
    expect(blocksOf('not a note')).toEqual([])
  })

  test('cleaning changes links only, and nothing that cannot be read', () => {
    expect(cleanHelper(withRun({ text: 'x', link: 'data:,x' }))).toBe(withRun({ text: 'x' }))
    expect(cleanHelper('')).toBe('[]')
    expect(cleanHelper('not a note')).toBe('not a note')
  })
})
