import type { IncomingHttpHeaders } from 'node:http'

export type ByteRange = { start: number; end: number }

/**
 * Returns the part that a Range header requests; null for the whole file (no header, several parts, or invalid, which
 * may be ignored); 'unsatisfiable' when the part begins past the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!asked) return null
  const [, first = '', last = ''] = asked
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** The same of a request: also the whole file where it differs from the one that If-Range names. */
export function requestedRange(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  { etag, size }: { etag: string; size: number },
): ReturnType<typeof byteRange> {
  return condition !== undefined && condition !== etag ? null : byteRange(range, size)
}

/** Whether the reader names this ETag as one that it has. */
export const isKnown = ({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean =>
  known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
