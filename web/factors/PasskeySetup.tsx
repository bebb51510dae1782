import { useState } from 'react'
import { useTexts } from '../lib/texts.tsx'
import type { AfterSetup } from './flows.ts'
import { NewPasskey } from './NewPasskey.tsx'
import { PasskeyTest } from './PasskeyTest.tsx'
import { knowsPasskeys } from './has-passkeys.ts'

/** A passkey in two steps: it is added, and then tried once, after which it counts. */
export function PasskeySetup({ onAdded }: AfterSetup) {
  const { t } = useTexts()
  const [added, setAdded] = useState<{ id: number; name: string } | null>(null)
  if (!knowsPasskeys()) return <p>{t('my_sign_in.passkey_unknown')}</p>
  return added === null ? (
    <NewPasskey onMade={setAdded} />
  ) : (
    <PasskeyTest {...added} onAdded={onAdded} onAgain={() => setAdded(null)} />
  )
}
