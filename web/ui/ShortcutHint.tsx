import { Fragment } from 'react'
import styles from './ShortcutHint.module.css'
import { useShortcutsSwitch } from './useShortcuts.ts'

type ShortcutHintProps = { keys: readonly { key: string; does: string }[] }

/** Lists the single-key shortcuts of a page, with a switch for them. */
export function ShortcutHint({ keys }: ShortcutHintProps) {
  const { on, set } = useShortcutsSwitch()
  return (
    <p className={styles.line}>
      {on ? (
        <>
          Keys:{' '}
          {keys.map(({ key, does }, at) => (
            <Fragment key={key}>
              {at > 0 ? ', ' : null}
              <kbd>{key}</kbd> {does}
            </Fragment>
          ))}
          .{' '}
        </>
      ) : (
        'Single keys are off. '
      )}
      <button type="button" onClick={() => set(!on)}>
        {on ? 'Turn keys off' : 'Turn keys on'}
      </button>
    </p>
  )
}
