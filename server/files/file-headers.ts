import { contentDisposition } from '../http/content-disposition.ts'
import type { StoredFile } from './files.queries.ts'

const isPicture = (media_type: string) => media_type.startsWith('image/')

/** The content can run nothing and load nothing; a sandbox would keep browsers from showing a PDF at all. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

export const etagOf = (file: StoredFile): string => `"${file.sha256}"`

/** Everything a browser is told about a file, whatever part of it is sent (S-96). */
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
    // a browser that several people use keeps nothing of it
    'cache-control': 'no-store',
    etag: etagOf(file),
  }
}
