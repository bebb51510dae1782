/** Frequent words of English that are none in Filipino. */
const ENGLISH = /\b(?:the|of|and|with|for|was|were|are|this|that|have|has|not|from|which|by|it|is|be)\b/i

/** the name of a licence in every language */
const LICENCE = 'CC BY 4.0'

/** The pieces of text that are English, without names that data have. */
export const englishPieces = (pieces: readonly string[], names: readonly string[] = []): string[] =>
  pieces.filter((piece) =>
    ENGLISH.test([LICENCE, ...names].reduce((left, name) => left.replaceAll(name, ' '), piece)),
  )

const WITHOUT_END = ['img', 'input', 'br', 'link', 'meta', 'hr', 'wbr']
/** what no reader reads, or what is no language */
const NOT_READ = ['script', 'style', 'code']
const SPOKEN = /\s(?:alt|aria-label|title|placeholder|data-label)="([^"]+)"/g
const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const plain = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => SIGNS[sign] ?? sign).trim()

/** What a reader sees or hears of the body of a page in Filipino, in pieces, without parts in another language. */
export function filipinoPieces(html: string): string[] {
  const pieces: string[] = []
  /** the open elements, each with whether what is in it is left out */
  const open: { name: string; isOut: boolean }[] = []
  const isOut = () => open.some((one) => one.isOut)
  const body = html.slice(html.indexOf('<body')).replaceAll('<!-- -->', '')
  for (const [, end, name = '', attributes = '', text = ''] of body.matchAll(
    /<(\/?)([\w-]+)((?:"[^"]*"|[^">])*)>([^<]*)/g,
  )) {
    if (end) open.splice(open.findLastIndex((one) => one.name === name))
    else {
      const [, language = 'fil'] = /\slang="([^"]*)"/.exec(attributes) ?? []
      const isLeftOut = language !== 'fil' || NOT_READ.includes(name)
      if (!isOut() && !isLeftOut)
        pieces.push(...[...attributes.matchAll(SPOKEN)].map(([, said = '']) => said))
      if (!WITHOUT_END.includes(name) && !attributes.endsWith('/')) open.push({ name, isOut: isLeftOut })
    }
    if (!isOut()) pieces.push(text)
  }
  return pieces.map(plain).filter(Boolean)
}
