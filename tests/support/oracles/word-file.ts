import { strFromU8, unzipSync } from 'fflate'

export const unescaped = (text: string) =>
  text.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name] ?? '',
  )

/** The text of some XML of Word, with its line breaks. */
export const wordsOf = (xml: string): string =>
  [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:br\/>/g)]
    .map(([, text]) => (text === undefined ? '\n' : unescaped(text)))
    .join('')

/** The parts of a Word document by name. */
export const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, one]) => [name, strFromU8(one)]))

/** The paragraphs of the body, including those in tables. */
export const paragraphsOf = (body: string) =>
  [...body.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, one = '']) => ({
    style: /<w:pStyle w:val="(\w+)"/.exec(one)?.[1] ?? '',
    words: wordsOf(one),
  }))

/** The tables of the body, row by row. */
export const tablesOf = (body: string) =>
  [...body.matchAll(/<w:tbl>(.*?)<\/w:tbl>/gs)].map(([, table = '']) =>
    [...table.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, row = '']) => ({
      isRepeated: row.includes('<w:tblHeader/>'),
      cells: [...row.matchAll(/<w:tc>(.*?)<\/w:tc>/gs)].map(([, cell = '']) => wordsOf(cell)),
    })),
  )
