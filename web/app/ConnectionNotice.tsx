import { useEffect, useRef } from 'react'
import { useTexts } from '../lib/texts.tsx'
import { useIsOnline } from '../lib/useConnection.ts'
import { Notice } from '../ui/Notice.tsx'
import { notifyDone } from '../ui/notify.ts'
import styles from './ConnectionNotice.module.css'

const KEPT = 'What you type and upload stays on this device; drafts and uploads continue by themselves.'

/** Reports on every staff page, however far it is scrolled, that the connection is lost, and that it is back. */
export function ConnectionNotice() {
  const works = useIsOnline()
  const { t } = useTexts()
  const before = useRef(works)
  useEffect(() => {
    if (works && !before.current) notifyDone('The connection is back.')
    before.current = works
  }, [works])
  return (
    <div role="status" className={styles.place}>
      {works ? null : (
        <Notice tone="warning">
          {t('common.no_connection')} {KEPT}
        </Notice>
      )}
    </div>
  )
}
