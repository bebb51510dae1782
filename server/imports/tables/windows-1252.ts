/** What the bytes from 80 to 9F are; five of them are nothing. */
const LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** A text in Windows-1252. Some versions of Node.js take it for Latin-1, which has other signs in these places. */
export const fromWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (sign) => LETTERS[sign.charCodeAt(0) - 0x80] ?? sign)
