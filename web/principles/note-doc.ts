import type { JSONContent } from '@tiptap/core'
import { type Block, type TextRun, tidyBlocks } from '../../shared/principles/helper-blocks.ts'

const text = ({ text: words, bold, italic, link }: TextRun): JSONContent => {
  // in the editor's own order of marks
  const marks = [
    ...(link ? [{ type: 'link', attrs: { href: link } }] : []),
    ...(bold ? [{ type: 'bold' }] : []),
    ...(italic ? [{ type: 'italic' }] : []),
  ]
  return { type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) }
}

const paragraph = (block: Block): JSONContent => ({ type: 'paragraph', content: block.text.map(text) })

/** A note as a document of the editor: neighbouring bullets in one list, and at least one paragraph to type in. */
export function docOfBlocks(blocks: Block[]): JSONContent {
  const content: JSONContent[] = []
  for (const block of tidyBlocks(blocks)) {
    const last = content.at(-1)
    const item = { type: 'listItem', content: [paragraph(block)] }
    if (block.type === 'paragraph') content.push(paragraph(block))
    else if (last?.type === 'bulletList') last.content?.push(item)
    else content.push({ type: 'bulletList', content: [item] })
  }
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function runOf({ text: words = '', marks = [] }: JSONContent): TextRun {
  const link: unknown = marks.find(({ type }) => type === 'link')?.attrs?.href
  return {
    text: words,
    ...(marks.some(({ type }) => type === 'bold') ? { bold: true } : {}),
    ...(marks.some(({ type }) => type === 'italic') ? { italic: true } : {}),
    ...(typeof link === 'string' ? { link } : {}),
  }
}

/** A document of the editor as a note; paragraphs inside a list are its bullets. */
export function blocksOfDoc(doc: JSONContent): Block[] {
  const blocksIn = (node: JSONContent, type: Block['type']): Block[] => {
    const content = node.content ?? []
    if (node.type === 'paragraph') return [{ type, text: content.map(runOf) }]
    return content.flatMap((child) => blocksIn(child, node.type === 'bulletList' ? 'bullet' : type))
  }
  return tidyBlocks(blocksIn(doc, 'paragraph'))
}
