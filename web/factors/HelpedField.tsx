import { type InputHTMLAttributes, useId } from 'react'
import controls from '../public/controls.module.css'
import styles from './Setup.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  label: string
  /** one line under the label */
  help: string
  error: string | undefined
  onText: (text: string) => void
}

/** A field with what to type above it and its error under it. */
export function HelpedField({ label, help, error, onText, className = '', ...input }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <p className={styles.help} id={`${id}-help`}>
        {help}
      </p>
      <input
        {...input}
        id={id}
        className={`${controls.input} ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
        onChange={(event) => onText(event.target.value)}
      />
      {error && (
        <p className={controls.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
