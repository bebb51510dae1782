import { readFileSync } from 'node:fs'

/** Reads a text file of an operator, without the mark that some editors put at its beginning; throws where it is not UTF-8. */
export const readTextFile = (file: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))

/** Whether the reading failed because the file is in another encoding. */
export const isOtherEncoding = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
