export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** half a letter of two halves */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** what a spreadsheet would take for an escaped letter of its own */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi

/** A text without what XML cannot hold at all. */
export const holdable = (text: string): string => text.replace(FORBIDDEN, '').replace(HALVES, '\ufffd')

/** A text inside XML; what XML cannot hold at all is left out. */
export const inXml = (text: string): string =>
  holdable(text).replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/**
 * Whether a text is the same inside a spreadsheet, its spaces included: nearly every cell is. A reader may leave out the
 * spaces at both ends unless it is told not to.
 */
export const isPlain = (text: string): boolean =>
  /^[\w .,;:/()+\-–ñÑ]*$/.test(text) && !text.includes('_x') && !text.startsWith(' ') && !text.endsWith(' ')

/** The same inside a spreadsheet, which has escapes of its own. */
export function escaped(text: string): string {
  if (isPlain(text)) return text
  // a reader of XML would make a line break of a carriage return
  return inXml(text).replace(ESCAPE, '_x005F_').replace(/\r/g, '_x000D_')
}
