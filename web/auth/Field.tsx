import { type ReactNode, useEffect, useId, useRef } from 'react'
import controls from '../public/controls.module.css'
import styles from './auth.module.css'

type Props = {
  label: string
  name: string
  type: 'email' | 'password' | 'text'
  autoComplete: string
  /** what is in the field at first */
  initial?: string | undefined
  error?: string | null | undefined
  onText?: (text: string) => void
  onLeave?: () => void
  children?: ReactNode
}

/**
 * A labelled field with its error under it. The input is uncontrolled; `onText` reports its text on every change, and
 * once at the start, because people and password managers type before the scripts have loaded.
 */
export function Field({ label, name, type, autoComplete, initial, error, onText, onLeave, children }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const wasReported = useRef(false)
  useEffect(() => {
    if (wasReported.current) return
    wasReported.current = true
    if (input.current?.value) onText?.(input.current.value)
  }, [onText])

  return (
    <div className={styles.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={controls.input}
        name={name}
        type={type}
        defaultValue={initial}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onText?.(event.target.value)}
        onBlur={onLeave}
      />
      {error && (
        <p className={controls.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  )
}

/** Shows or hides the passwords in a form. */
export function ShowPassword({ shown, onShow }: { shown: boolean; onShow: (shown: boolean) => void }) {
  return (
    <label className={styles.show}>
      <input type="checkbox" checked={shown} onChange={(event) => onShow(event.target.checked)} />
      Show password
    </label>
  )
}
