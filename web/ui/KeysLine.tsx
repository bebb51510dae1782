import { Fragment } from 'react'
import styles from './KeysLine.module.css'
import { useKeySwitch } from './useKeys.ts'

type KeysLineProps = { keys: readonly { key: string; does: string }[] }

/** Tells which single keys a page has, and switches them off and on. */
export function KeysLine({ keys }: KeysLineProps) {
  const { on, set } = useKeySwitch()
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
