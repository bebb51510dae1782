import { chaptersOf } from '../../shared/summaries/layout.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { writtenBlocks } from '../../shared/summaries/written-blocks.ts'
import { XML } from '../sheets/xml.ts'
import { SPACES } from './docx-styles.ts'

/* The lists of a Word document: all bullets are one list, each numbered list is one of its own. */

/** the number of the list of all bullets */
export const BULLETS = 1

/** Numbers the numbered lists of a document in order. */
export function listIds(): () => number {
  let last = BULLETS
  return () => (last += 1)
}

/** Makes a paragraph an item of a list. */
export const inList = (list: number): string =>
  `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`

const level = (form: string, text: string) =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${form}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="400" w:hanging="300"/></w:pPr></w:lvl>`

/** Returns the definitions of the lists of a document; null if it has none, and its file needs no such part. */
export function numberingXml(document: SummaryDocument): string | null {
  const lists = chaptersOf(document)
    .flatMap(({ blocks, parts }) => [...blocks, ...parts.flatMap((part) => part.blocks)])
    .flatMap((block) => (block.kind === 'written' ? writtenBlocks(block.written) : []))
    .flatMap((block) => (block.kind === 'list' ? [block] : []))
  if (lists.length === 0) return null
  const starts = lists.flatMap(({ start }) => start ?? [])
  return [
    `${XML}<w:numbering ${SPACES}>`,
    `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/>${level('bullet', '•')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="singleLevel"/>${level('decimal', '%1.')}</w:abstractNum>`,
    `<w:num w:numId="${BULLETS}"><w:abstractNumId w:val="0"/></w:num>`,
    ...starts.map(
      (start, at) =>
        `<w:num w:numId="${BULLETS + 1 + at}"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`,
    ),
    '</w:numbering>',
  ].join('')
}
