import { SaxesParser } from 'saxes'

type XmlElement = { name: string; attributes: Record<string, string>; text: string }

/** The elements of a document in the order of their ends, each with its own text; throws on what is not well-formed. */
export function xmlElements(document: string): XmlElement[] {
  const parser = new SaxesParser({ xmlns: false })
  const open: XmlElement[] = []
  const found: XmlElement[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => open.push({ name, attributes, text: '' }))
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed) found.push(closed)
  })
  parser.write(document).close()
  return found
}

/** The texts of the elements of a name. */
export const textsOf = (document: string, name: string): string[] =>
  xmlElements(document).flatMap((one) => (one.name === name ? [one.text] : []))
