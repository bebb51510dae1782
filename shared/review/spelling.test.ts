import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { corrected, correctedPart } from './corrected.ts'
import { checkSpelling, spellingComplaint, type SpelledText } from './spelling.ts'
import { EN } from '../texts/en.ts'
import { translator } from '../texts/translate.ts'
import { correctedTexts, correctionWords } from './spelling-words.ts'

const NUMBERS = 'Numbers stay as they are; return the record to have one changed.'
const WORDS = 'Words such as “ten” or “not” stay as they are; return the record to have one changed.'
const EMPTY = 'The text cannot be empty.'
const LONG = 'A text of more than 2,000 characters cannot be corrected here.'
const more = (most: number) =>
  `This is more than spelling: at most ${most} characters may differ; return the record to have more changed.`

describe('a correction of spelling', () => {
  test.each([
    ['Samahn ng mga Tagapangalaga', 'Samahan ng mga Tagapangalaga'],
    ['Kgubatan', 'Kagubatan'],
    ['abcde', 'vwxyz'],
    ['the same', 'the same'],
    ['trees n 2019.', 'trees in 2019,'],
    ['one thousnd trees', 'one thousand trees'],
    ['tow hectares', 'two hectares'],
    ['Pen\u0303ablanca', 'Peñablanca'],
    ['12 traines', '12 trainees'],
    ['<b>trees</b>', '<i>trees</i>'],
  ])('%j becomes %j', (old, now) => {
    expect(spellingComplaint(old, now)).toBeNull()
  })

  test.each([
    ['1,200 trees', '1,300 trees', NUMBERS],
    ['1,200 trees', '1.200 trees', NUMBERS],
    ['1.5 ha', '15 ha', NUMBERS],
    ['5 10', '510', NUMBERS],
    ['5 and 10', '10 and 5', NUMBERS],
    ['50% of them', '50 of them', NUMBERS],
    ['-3 degrees', '3 degrees', NUMBERS],
    ['trees', '5 trees', NUMBERS],
    ['in 2019–2021', 'in 2019/2021', NUMBERS],
    ['٣ trees', '٤ trees', NUMBERS],
    ['3 trees', '３ trees', NUMBERS],
    ['3 trees', '٣ trees', NUMBERS],
    ['𝟑 trees', '𝟒 trees', NUMBERS],
    ['½ ha', '¼ ha', NUMBERS],
    ['m²', 'm³', NUMBERS],
    ['step Ⅳ', 'step Ⅵ', NUMBERS],
    ['1O trees', '10 trees', NUMBERS],
    ['ten women', 'two women', WORDS],
    ['ten women', 'women', WORDS],
    ['Trained women', 'Trained ten women', WORDS],
    ['it was harmed', 'it was not harmed', WORDS],
    ['it was not harmed', 'it was harmed', WORDS],
    ["it wasn't harmed", 'it was harmed', WORDS],
    ['hindi ito nangyari', 'ito nangyari', WORDS],
    ['text', '', EMPTY],
    ['text', ' \n ', EMPTY],
    ['Samahan', 'Federation', more(5)],
    ['a'.repeat(40), `${'a'.repeat(29)}${'b'.repeat(11)}`, more(10)],
    ['a', 'a'.repeat(2001), LONG],
    ['a'.repeat(2001), 'a'.repeat(2001).replace('a', 'b'), LONG],
  ])('%j does not become %j', (old, now, sentence) => {
    expect(spellingComplaint(old, now)).toBe(sentence)
  })

  test('exactly a quarter of the letters may differ', () => {
    expect(spellingComplaint('a'.repeat(40), `${'a'.repeat(30)}${'b'.repeat(10)}`)).toBeNull()
    expect(spellingComplaint('a'.repeat(40), 'a'.repeat(30))).toBeNull()
    expect(spellingComplaint('a'.repeat(40), 'a'.repeat(29))).toBe(more(10))
  })

  test('hostile texts are judged at once', () => {
    const began = performance.now()
    const half = 'ab'.repeat(1000)
    for (const [old, now] of [
      [half, 'ba'.repeat(1000)],
      ['a'.repeat(2000), 'b'.repeat(2000)],
      [`${'a'.repeat(1500)}${'b'.repeat(500)}`, `${'a'.repeat(1000)}${'b'.repeat(1000)}`],
      ['1,'.repeat(1000), '1.'.repeat(1000)],
      ["n't ".repeat(500), 'n’t '.repeat(500)],
      ['a\u0301'.repeat(1000), 'a\u0300'.repeat(1000)],
      ['a'.repeat(1_000_000), 'b'.repeat(1_000_000)],
      ['\u0301'.repeat(15_000), '\u0300'.repeat(15_000)],
    ] as const)
      spellingComplaint(old, now)
    expect(performance.now() - began).toBeLessThan(500)
  })

  /** The distance as a textbook computes it. */
  function distance(old: string[], now: string[]): number {
    const rows = [now.map((_, column) => column), []]
    rows[0] = Array.from({ length: now.length + 1 }, (_, column) => column)
    let row = rows[0]
    for (const [at, sign] of old.entries()) {
      const next = [at + 1]
      for (let column = 1; column <= now.length; column += 1)
        next[column] = Math.min(
          (row[column - 1] ?? 0) + (sign === now[column - 1] ? 0 : 1),
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
        )
      row = next
    }
    return row[now.length] ?? 0
  }

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ñ', '😀'), minLength: 1, maxLength: 60 })
  test('the rule agrees with the full table of distances', () => {
    fc.assert(
      fc.property(letters, letters, (old, now) => {
        const most = Math.max(5, Math.floor(Array.from(old.replaceAll('😀', '')).length / 4))
        const isSpelling = distance(Array.from(old), Array.from(now)) <= most
        expect(spellingComplaint(old, now)).toBe(isSpelling ? null : more(most))
      }),
      { numRuns: 2000 },
    )
  })

  const texts = fc.string({ unit: 'grapheme', maxLength: 80 })
  test('no accepted correction changes a digit of any script', () => {
    const digits = (text: string) => text.normalize('NFC').match(/\p{N}/gu)?.join('') ?? ''
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('1', '٣', '½', 'a', ' ', '.', 'Ⅳ'), maxLength: 12 }),
        fc.string({ unit: fc.constantFrom('1', '٣', '½', 'a', ' ', '.', 'Ⅳ'), maxLength: 12 }),
        (old, now) => {
          if (spellingComplaint(old, now) === null) expect(digits(now)).toBe(digits(old))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('the shown part is a part of both texts', () => {
    fc.assert(
      fc.property(texts, texts, (old, now) => {
        const { lead, old: was, new: is, rest } = correctedPart({ old, new: now })
        const [before, after] = [lead.replace(/^…/u, ''), rest.replace(/…$/u, '')]
        expect(old.includes(before + was + after) || lead.startsWith('…') || rest.endsWith('…')).toBe(true)
        expect(old).toContain(was)
        expect(now).toContain(is)
      }),
    )
  })
})

describe('the corrections of an approval', () => {
  const name: SpelledText = {
    field: 'name_of_partner',
    label: 'Name',
    text: 'Samahn ng Bundok',
    limits: { min: 2, max: 20 },
    isLine: true,
  }
  const story: SpelledText = {
    field: 'what_happened:7',
    label: 'What happened 1.1.1',
    text: 'Ten treees\nwere planted',
    limits: { min: 1, max: 2000 },
    isLine: false,
  }

  test('are stored in the form of their text, an unchanged one is none', () => {
    expect(
      checkSpelling(
        [name, story],
        [
          { field: 'name_of_partner', text: ' Samahan  ng\nBundok ' },
          { field: 'what_happened:7', text: 'Ten treees\r\nwere planted ' },
        ],
      ),
    ).toEqual({
      edits: [{ field: 'name_of_partner', label: 'Name', old: 'Samahn ng Bundok', new: 'Samahan ng Bundok' }],
      errors: {},
    })
  })

  test('are refused where they stand', () => {
    expect(
      checkSpelling(
        [name, story],
        [
          { field: 'project_area', text: '5' },
          { field: 'name_of_partner', text: 'Samahan ng mga Bundok' },
          { field: 'what_happened:7', text: 'Two trees\nwere planted' },
          { field: 'what_happened:8', text: 'x' },
        ],
      ),
    ).toEqual({
      edits: [],
      errors: {
        'edits.0.field': ['This record has no such text whose spelling can be corrected.'],
        'edits.1.text': ['Name cannot exceed 20 characters.'],
        'edits.2.text': [WORDS],
        'edits.3.field': ['This record has no such text whose spelling can be corrected.'],
      },
    })
  })

  test('follow each other, and leave a text that was changed otherwise', () => {
    const edits = [
      { field: 'a', label: 'A', old: 'one', new: 'two' },
      { field: 'b', label: 'B', old: 'one', new: 'three' },
      { field: 'a', label: 'A', old: 'two', new: 'four' },
    ]
    expect(corrected('a', 'one', edits)).toBe('four')
    expect(corrected('a', 'two', edits)).toBe('four')
    expect(corrected('a', 'other', edits)).toBe('other')
    expect(corrected('a', null, edits)).toBeNull()
  })

  test('are quoted in whole words with a few words around them', () => {
    const t = translator(EN)
    const old = `${'many words '.repeat(20)}the treees stand ${'here and there '.repeat(20)}`
    const [edit, other] = [
      { field: 'a', label: 'A', old, new: old.replace('treees', 'trees') },
      { field: 'b', label: 'B', old: 'x', new: 'y' },
    ]
    expect(correctedPart(edit)).toMatchObject({ old: 'treees', new: 'trees' })
    expect(correctionWords(t, [edit])).toMatch(
      /^A\nbefore: ….{0,45} the treees stand .{0,45}…\nafter: ….* trees .*…$/,
    )
    expect(
      correctionWords(
        t,
        Array.from({ length: 12 }, () => other),
      ),
    ).toMatch(/\n\nand 2 more texts$/)
    expect(correctedTexts(t, [edit])).toBe('A')
    expect(correctedTexts(t, [edit, other])).toBe('A and B')
    expect(correctedTexts(t, [edit, other, other])).toBe('3 texts')
  })
})
