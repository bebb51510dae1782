import { contentDisposition } from '../http/content-disposition.ts'
import type { StoredFile } from '../store/files.queries.ts'

const isPicture = (media_type: string) => media_type.startsWith('image/')

/** The content can run and load nothing. No `sandbox`: with it browsers do not show a PDF at all. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

export const etagOf = (file: StoredFile): string => `"${file.sha256}"`

/** Returns the headers of a file, the same for any part of it (S-96). */
export function fileHeaders(file: StoredFile): Record<string, string> {
  const isPdf = file.media_type === 'application/pdf'
  const how = isPdf || isPicture(file.media_type) ? 'inline' : 'attachment'
  return {
    'content-type': file.media_type,
    'content-disposition': contentDisposition(how, file.name),
    'content-security-policy': isPdf ? POLICY : `${POLICY}; sandbox`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'accept-ranges': 'bytes',
    // nothing remains in a browser that several people share
    'cache-control': 'no-store',
    etag: etagOf(file),
  }
}
