import { expect, test } from 'vitest'
import { writtenParagraphs } from './references.ts'
import { writtenBlocks } from './written-blocks.ts'

const blocksOf = (text: string) => writtenBlocks({ paragraphs: writtenParagraphs(text, () => 'A1') })

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
