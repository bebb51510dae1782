import { Button } from '@mantine/core'
import { type FunctionComponent, useEffect, useState } from 'react'
import { useTexts } from '../lib/texts.tsx'
import styles from './Setup.module.css'

type Drawn = FunctionComponent<{ uri: string }>

/** Loads what draws the QR code. */
function useQrCode(): { QrCode: Drawn | null; isMissing: boolean } {
  const [state, setState] = useState<{ QrCode: Drawn | null; isMissing: boolean }>({
    QrCode: null,
    isMissing: false,
  })
  useEffect(() => {
    // `catch`, since styles that cannot be loaded fail after what `then` is given
    void import('./KeyQrCode.tsx')
      .then(({ KeyQrCode }) => setState({ QrCode: KeyQrCode, isMissing: false }))
      .catch(() => setState({ QrCode: null, isMissing: true }))
  }, [])
  return state
}

/** A key in groups of four, as a person reads it from one screen and types it into another. */
const groupedKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''

/** The key of an authenticator app: to scan, to open on this phone, and to type. */
export function AppKey({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTexts()
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
        {isMissing && <p>{t('my_sign_in.app_no_square')}</p>}
      </div>
      <div className={styles.besides}>
        <p>{t('my_sign_in.app_scan')}</p>
        <p className={styles.onPhone}>
          <Button component="a" href={uri} variant="default">
            {t('my_sign_in.app_open')}
          </Button>
        </p>
        <p>
          {t('my_sign_in.app_type_key')}
          <strong className={styles.letters} data-key>
            {groupedKey(secret)}
          </strong>
        </p>
        {/* browsers have none without https */}
        {'clipboard' in navigator && (
          <p>
            <Button variant="default" onClick={() => void copy()}>
              {t('my_sign_in.app_copy')}
            </Button>{' '}
            <span role="status">{isCopied ? t('my_sign_in.app_copied') : ''}</span>
          </p>
        )}
      </div>
    </div>
  )
}
