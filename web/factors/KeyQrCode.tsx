import { encode } from 'uqr'
import { useTexts } from '../lib/texts.tsx'
import { QrCode } from '../public/QrCode.tsx'
import styles from './Setup.module.css'

/** the white margin that readers need, in squares */
const QUIET = 4

function drawingOf(text: string) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size, path: squares.join('') }
}

/** The key of an authenticator app as a QR code; loaded when it is needed. */
export function KeyQrCode({ uri }: { uri: string }) {
  const { t } = useTexts()
  return <QrCode className={styles.qr} drawing={drawingOf(uri)} label={t('my_sign_in.app_square')} />
}
