import { expect, test } from 'vitest'
import { writtenParagraphs } from './references.ts'
import { hasMarks, writtenBlocks } from './written-blocks.ts'

const blocksOf = (text: string) => {
  const paragraphs = writtenParagraphs(text, () => 'A1')
  return writtenBlocks({
    paragraphs,
    written_on: null,
    ...(hasMarks(paragraphs) ? { has_marks: true as const } : {}),
  })
}

test('lines with marks are headings and items, whatever blank lines are between them', () => {
  expect(blocksOf('## Laws\nThese are\nall:\n- {{sites}} here\n- B\n\n- C\n3. D\n4. E\n\nThe end.')).toEqual([
    { kind: 'heading', paragraph: [{ text: 'Laws' }] },
    { kind: 'words', paragraph: [{ text: 'These are' }, { text: '\n' }, { text: 'all:' }] },
    {
      kind: 'list',
      start: null,
      items: [[{ ref: 'A1' }, { text: ' here' }], [{ text: 'B' }], [{ text: 'C' }]],
    },
    { kind: 'list', start: 3, items: [[{ text: 'D' }], [{ text: 'E' }]] },
    { kind: 'words', paragraph: [{ text: 'The end.' }] },
  ])
})

test.each(['-5 degrees', '1.5 hectares', '#1', '2019. A year', 'A - B'])(
  '"%s" begins with no mark',
  (text) => {
    expect(blocksOf(text)).toEqual([{ kind: 'words', paragraph: [{ text }] }])
  },
)

test('a document of before there were marks is as it was', () => {
  const paragraphs = writtenParagraphs('- A\n- B', () => undefined)
  expect(writtenBlocks({ paragraphs, written_on: null })).toEqual([
    { kind: 'words', paragraph: paragraphs[0] },
  ])
})
