import { encode } from 'uqr'
import type { QrDrawing } from '../../shared/public/public-page.ts'

/** white squares around it, as readers need them */
const QUIET = 4

/** A text as a QR code that is still read when almost a third of it is stained (level H). */
export function qrOf(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'H', border: QUIET })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size, path: squares.join('') }
}
