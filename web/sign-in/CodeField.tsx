import { useId } from 'react'
import controls from '../public/controls.module.css'
import styles from './SecondStep.module.css'

/** The one field for every kind of code, with where a code comes from and its error. */
export function CodeField({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={controls.label} htmlFor={id}>
        Code
      </label>
      <p className={styles.help} id={`${id}-help`}>
        From your authenticator app, your code sheet, or a reset code that was read out to you.
      </p>
      <input
        id={id}
        className={controls.input}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
      />
      {error && (
        <p className={controls.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
