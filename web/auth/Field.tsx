import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import styles from './auth.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onBlur' | 'id'> & {
  label: string
  name: string
  /** one line under the label */
  help?: string
  error?: string | null | undefined
  onText?: (text: string) => void
  onLeave?: () => void
  children?: ReactNode
}

/**
 * A labelled field with its error under it. Without a value it is uncontrolled; `onText` reports its text on every
 * change, and once at the start, because people and password managers type before the scripts have loaded.
 */
export function Field({
  label,
  help,
  error,
  onText,
  onLeave,
  className = '',
  children,
  ...attributes
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const wasReported = useRef(false)
  const isControlled = attributes.value !== undefined
  useEffect(() => {
    if (wasReported.current || isControlled) return
    wasReported.current = true
    if (input.current?.value) onText?.(input.current.value)
  }, [onText, isControlled])
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')

  return (
    <div className={styles.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      {help && (
        <p className={styles.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...attributes}
        ref={input}
        id={id}
        className={`${controls.input} ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
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
  const { t } = useTexts()
  return (
    <label className={styles.show}>
      <input type="checkbox" checked={shown} onChange={(event) => onShow(event.target.checked)} />
      {t('sign_in.show_password')}
    </label>
  )
}
