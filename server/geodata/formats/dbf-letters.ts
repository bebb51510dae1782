import { isAscii, isUtf8 } from 'node:buffer'
import { fromDos, isDosPage } from '../../lib/dos-letters.ts'
import { fromWindows1252 } from '../../lib/windows-1252.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { printable } from '../kml/kml-ring.ts'

type Decode = (bytes: Buffer) => string

/** The code page that the language driver (byte 29) of a table stands for; the others stand for Windows-1252 or for none. */
const PAGES_OF_DRIVERS: Record<number, readonly number[]> = {
  437: [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b],
  737: [0x6a, 0x86],
  850: [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37],
  852: [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87],
  857: [0x6b, 0x88],
  860: [0x24],
  861: [0x67],
  863: [0x1c, 0x6c],
  865: [0x08, 0x17, 0x66],
  866: [0x26, 0x65],
  874: [0x50, 0x7c],
  932: [0x13, 0x7b],
  936: [0x4d, 0x7a],
  949: [0x4e, 0x79],
  950: [0x4f, 0x78],
  1250: [0xc8],
  1251: [0xc9],
  1253: [0xcb],
  1254: [0xca],
  1257: [0xcc],
}
const DRIVER_AT = 29

/** The names by which TextDecoder knows code pages that have one of their own. */
const LABELS: Record<number, string> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65_001: 'utf-8',
}

/**
 * Returns how the texts of a table with this header are decoded: in the encoding that its .cpg file names, else in that of its language
 * driver; without either it is UTF-8 if its bytes are, else Windows-1252. Throws `no_map` with the name of an encoding
 * that is not read, where it matters.
 */
export function dbfDecoder(head: Buffer, texts: readonly Buffer[], cpg: string | null): Decode {
  const usual: Decode = texts.every(isUtf8) ? (bytes) => bytes.toString('utf8') : fromWindows1252
  const driver = head[DRIVER_AT] ?? 0
  const page = Object.keys(PAGES_OF_DRIVERS).find((key) => PAGES_OF_DRIVERS[Number(key)]?.includes(driver))
  const name = cpg || page
  const decode = name ? decoderOf(name) : usual
  if (decode) return decode
  if (texts.every(isAscii)) return usual
  throw refusedMap(
    'no_boundary',
    `The table (.dbf) of the shapefile is in the encoding ${printable(name ?? '')}, which is not read; export the shapefile in UTF-8.`,
  )
}

/** The decoder of an encoding as programs name it: "UTF-8", "CP850", "OEM 437", "ANSI 1252", "88591"; null where it is unknown. */
function decoderOf(name: string): Decode | null {
  const [, digits] = /^(?:(?:ANSI|OEM|CP|IBM|DOS|MS|WIN|WINDOWS)[ _-]?)?(\d{3,5})$/i.exec(name) ?? []
  const page = Number(digits)
  if (isDosPage(page)) return (bytes) => fromDos(bytes, page)
  const [, part] = /^(?:ISO[ _-]?)?8859[ _-]?(\d{1,2})$/i.exec(name) ?? []
  const label = part ? `iso-8859-${part}` : digits ? (LABELS[page] ?? `windows-${page}`) : name
  try {
    const decoder = new TextDecoder(label)
    if (decoder.encoding === 'windows-1252') return fromWindows1252
    return (bytes) => decoder.decode(bytes)
  } catch {
    return null
  }
}
