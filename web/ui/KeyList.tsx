import { Switch } from '@mantine/core'
import styles from './KeysButton.module.css'
import { KEYS, useActiveKeys, useShortcutsSwitch } from './useShortcuts.ts'

/** What each single key of this screen does, and the switch for all of them. */
export function KeyList() {
  const { on, set } = useShortcutsSwitch()
  return (
    <>
      <dl className={styles.list}>
        {useActiveKeys().map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{KEYS[key]}</dd>
          </div>
        ))}
      </dl>
      <Switch
        size="md"
        label="Single keys"
        description="They do nothing while you type. Your choice is stored in this browser."
        checked={on}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </>
  )
}
