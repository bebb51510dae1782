/** The bytes that Windows-1252 leaves undefined. */
export const UNDEFINED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** The characters of bytes 80 to 9F; five of them are undefined. */
const LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Decodes Windows-1252. Some versions of Node.js treat it as Latin-1, which differs in these bytes. */
export const fromWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (sign) => LETTERS[sign.charCodeAt(0) - 0x80] ?? sign)
