import { type FunctionComponent, useEffect, useState } from 'react'
import controls from '../public/controls.module.css'
import { groupedKey } from './grouped-key.ts'
import styles from './Setup.module.css'

type Drawn = FunctionComponent<{ uri: string }>

/** Loads what draws the QR code. */
function useQrCode(): { QrCode: Drawn | null; isMissing: boolean } {
  const [state, setState] = useState<{ QrCode: Drawn | null; isMissing: boolean }>({
    QrCode: null,
    isMissing: false,
  })
  useEffect(() => {
    import('./KeyQrCode.tsx').then(
      ({ KeyQrCode }) => setState({ QrCode: KeyQrCode, isMissing: false }),
      () => setState({ QrCode: null, isMissing: true }),
    )
  }, [])
  return state
}

/** The key of an authenticator app: to scan, to open on this phone, and to type. */
export function AppKey({ secret, uri }: { secret: string; uri: string }) {
  const { QrCode, isMissing } = useQrCode()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return (
    <div className={styles.key}>
      <div className={styles.square}>
        {QrCode && <QrCode uri={uri} />}
        {isMissing && <p>The square did not load. Please type the key.</p>}
      </div>
      <div className={styles.besides}>
        <p>Scan the square with the app.</p>
        <p className={styles.onPhone}>
          <a className={controls.secondary} href={uri}>
            Open in your app
          </a>
        </p>
        <p>
          Or type this key into it, as a time-based key:
          <strong className={styles.letters} data-key>
            {groupedKey(secret)}
          </strong>
        </p>
        {/* browsers have none without https */}
        {'clipboard' in navigator && (
          <p>
            <button type="button" className={controls.secondary} onClick={() => void copy()}>
              Copy the key
            </button>{' '}
            <span role="status">{isCopied ? 'Copied.' : ''}</span>
          </p>
        )}
      </div>
    </div>
  )
}
