import { normalForm } from '../../shared/lib/text-form.ts'

/** Formats a file name for every browser: in ASCII first, then in full (RFC 6266, RFC 5987). */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = normalForm('NFD', name)
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`
}
