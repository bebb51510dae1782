import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, blocksOf, helperToJson, tidyBlocks } from '../../shared/principles/helper-blocks.ts'
import { blocksOfDoc, docOfBlocks } from './note-doc.ts'
import { NOTE_EXTENSIONS } from './note-extensions.ts'
import { FULL, SEED } from '../../tests/support/full.ts'

const RUNS = FULL ? 2_000 : 200

const schema = getSchema(NOTE_EXTENSIONS)

describe('notes in the editor', () => {
  test('[PRINCIPLES-07] bullets are one list, styles are marks', () => {
    const blocks: Block[] = [
      { type: 'paragraph', text: [{ text: 'Any of:' }] },
      { type: 'bullet', text: [{ text: 'Certificate' }] },
      {
        type: 'bullet',
        text: [{ text: 'the ' }, { text: 'law', bold: true, italic: true, link: 'https://example.org' }],
      },
    ]
    const doc = docOfBlocks(blocks)
    expect(doc.content?.map((node) => [node.type, node.content?.length])).toEqual([
      ['paragraph', 1],
      ['bulletList', 2],
    ])
    expect(JSON.stringify(doc)).toContain(
      '"marks":[{"type":"link","attrs":{"href":"https://example.org"}},{"type":"bold"},{"type":"italic"}]',
    )
    expect(blocksOfDoc(doc)).toEqual(blocks)
  })

  test('an empty note is one empty line, and one empty line an empty note', () => {
    expect(docOfBlocks([])).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
    expect(blocksOfDoc(docOfBlocks([]))).toEqual([])
    expect(blocksOfDoc({ type: 'doc' })).toEqual([])
  })

  test('what the editor should never hold loses its shape, not its words', () => {
    const doc = {
      type: 'doc',
      content: [
        { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Quoted' }] }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'Struck', marks: [{ type: 'strike' }] }] },
      ],
    }
    expect(blocksOfDoc(doc)).toEqual([
      { type: 'paragraph', text: [{ text: 'Quoted' }] },
      { type: 'paragraph', text: [{ text: 'Struck' }] },
    ])
  })
})

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((one) => one.replaceAll('\0', '')),
  fc.constantFrom('', ' ', '<b>x</b>', 'Las Piñas', '🌳', 'a\nb', '"', '&amp;'),
)
const run = fc.record(
  {
    text: words,
    bold: fc.boolean(),
    italic: fc.boolean(),
    link: fc.constantFrom('https://a.ph', 'mailto:a@b.ph'),
  },
  { requiredKeys: ['text'] },
)
const block = fc.record({
  type: fc.constantFrom<Block['type']>('paragraph', 'bullet'),
  text: fc.array(run, { maxLength: 5 }),
})
const anyBlocks = fc.array(block, { maxLength: 8 })

describe(`any note (seed ${SEED})`, () => {
  test('[PRINCIPLES-07] comes back from the editor in its one spelling, and is what the editor allows', () => {
    const property = fc.property(anyBlocks, (blocks) => {
      const node = schema.nodeFromJSON(docOfBlocks(blocks))
      node.check()
      const back = blocksOfDoc(node.toJSON())
      expect(back).toEqual(tidyBlocks(blocks))
      expect(blocksOf(helperToJson(back))).toEqual(back)
    })
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  })

  test('whatever stands in the editor is the same after a note was made of it', () => {
    const property = fc.property(anyBlocks, (blocks) => {
      const doc = docOfBlocks(blocks)
      expect(docOfBlocks(blocksOfDoc(doc))).toEqual(doc)
    })
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  })
})
