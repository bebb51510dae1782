import { KmlRefused } from './kml-refused.ts'

const ENOUGH_TO_TELL = 8

/** UTF-8 bytes to text, across chunk borders. Throws `KmlRefused` for what is visibly no XML, or not UTF-8. */
export function kmlText() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head: Uint8Array | null = new Uint8Array()

  function decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw notUtf8()
    }
  }

  return {
    write(bytes: Uint8Array): string {
      if (!head) return decode(bytes, true)
      head = Buffer.concat([head, bytes])
      if (head.length < ENOUGH_TO_TELL) return ''
      const first = head
      head = null
      refuseOtherFormats(first)
      return decode(first, true)
    },

    end(): string {
      const rest = head ?? new Uint8Array()
      head = null
      refuseOtherFormats(rest)
      return decode(rest, false)
    },
  }
}

/** The file, or the encoding its first line declares, is not UTF-8. */
export const notUtf8 = () =>
  new KmlRefused('not_kml', 'The file is not encoded in UTF-8; save it again as UTF-8.')

function refuseOtherFormats(head: Uint8Array) {
  const start = Buffer.from(head).toString('latin1')
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) throw notUtf8()
  if (/^\s*[^\s<]/.test(start.replace(/^\xef\xbb\xbf/, ''))) {
    throw new KmlRefused('damaged', 'The file is not a KML document.')
  }
}
