import type { StoredFile } from './files.queries.ts'

const isPicture = (media_type: string) => media_type.startsWith('image/')

/** A name of any letters for any browser: plain letters first, then all of them (RFC 6266, RFC 5987). */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`
}

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
    // kept by the one browser, asked for again each time: the right to see it may have ended
    'cache-control': 'private, no-cache',
    etag: etagOf(file),
  }
}
