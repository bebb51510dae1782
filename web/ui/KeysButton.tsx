import { networkError } from '../lib/call.ts'
import { inform } from './dialogs.tsx'
import { fail } from './fail.ts'
import styles from './KeysButton.module.css'
import { useActiveKeys, useShortcuts } from './useShortcuts.ts'

function showKeys() {
  void import('./KeyList.tsx')
    .then(({ KeyList }) => inform({ title: 'Keys of this screen', message: <KeyList />, button: 'Close' }))
    .catch((error) => fail(networkError(error)))
}

/** Opens the list of this screen's single keys, also by `?`; absent where there are none, and on touch screens. */
export function KeysButton() {
  return useActiveKeys().some((key) => key !== '?') ? <Button /> : null
}

function Button() {
  useShortcuts({ '?': showKeys })
  return (
    <button type="button" aria-label="Keys" className={styles.button} onClick={showKeys}>
      <kbd>?</kbd> <span>Keys</span>
    </button>
  )
}
