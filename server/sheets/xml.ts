export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable-next-line no-control-regex -- these are the characters that XML cannot contain
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** an unpaired surrogate */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** what a spreadsheet would read as one of its escapes */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi

/** Removes the characters that XML cannot contain. */
const holdable = (text: string): string => text.replace(FORBIDDEN, '').replace(HALVES, '\ufffd')

/** Escapes a text for XML, without the characters that XML cannot contain. */
export const inXml = (text: string): string =>
  holdable(text).replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/**
 * Whether a text is unchanged in a spreadsheet, spaces included: nearly every cell is. A reader may remove spaces at
 * both ends unless the cell forbids it.
 */
export const isPlain = (text: string): boolean =>
  /^[\w .,;:/()+\-–ñÑ]*$/.test(text) && !text.includes('_x') && !text.startsWith(' ') && !text.endsWith(' ')

/** Escapes a text for a spreadsheet, which has its own escapes besides XML's. */
export function escaped(text: string): string {
  if (isPlain(text)) return text
  // an XML parser turns a carriage return into a line break
  return inXml(text).replace(ESCAPE, '_x005F_').replace(/\r/g, '_x000D_')
}
