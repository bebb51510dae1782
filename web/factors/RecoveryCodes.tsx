import { Button, Checkbox, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { useTexts } from '../lib/texts.tsx'
import { storedToken } from '../lib/token.ts'
import { useWork } from '../ui/useWork.ts'
import { CodeSheet } from './CodeSheet.tsx'

/** The recovery codes made with the first factor, shown once; null with a later one, and `lost` when no answer came. */
export type RecoveryCodesMade = string[] | null | 'lost'

/** What follows a factor that counts now. */
export type AfterSetup = { onAdded: (recovery_codes: RecoveryCodesMade) => Promise<void> }

/** Asks before the page is closed, but not at the end of the session, which leaves nothing on the screen. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (storedToken() !== null) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

type Props = { codes: readonly string[]; actor: Actor; onStored: () => Promise<void> }

/** New recovery codes, which are shown once: the person says that they are stored before the screen changes. */
export function RecoveryCodes({ codes, actor, onStored }: Props) {
  const { t } = useTexts()
  const [isStored, setIsStored] = useState(false)
  const [isReminded, setIsReminded] = useState(false)
  const { busy, run } = useWork()
  useLeaveWarning()
  return (
    <Stack gap="md" align="start">
      <p className="no-print">{t('my_sign_in.codes_shown', { count: codes.length })}</p>
      <CodeSheet title={t('my_sign_in.codes')} codes={codes} actor={actor} />
      <Checkbox
        className="no-print"
        label={t('my_sign_in.codes_stored')}
        checked={isStored}
        error={isReminded && !isStored && <span role="alert">{t('my_sign_in.codes_store_first')}</span>}
        onChange={(event) => setIsStored(event.currentTarget.checked)}
      />
      <Button loading={busy} onClick={() => (isStored ? run(onStored) : setIsReminded(true))}>
        {t('my_sign_in.continue')}
      </Button>
    </Stack>
  )
}
