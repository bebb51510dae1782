import { encode } from 'uqr'
import type { QrDrawing } from '../../shared/public/public-page.ts'

/** the white margin that readers need, in squares */
const QUIET = 4

/** Returns a QR code that can still be read if almost a third of it is damaged (level H). */
export function qrOf(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'H', border: QUIET })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size, path: squares.join('') }
}
