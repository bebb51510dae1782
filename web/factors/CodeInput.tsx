import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'

export type CodeInputProps = {
  label: string
  help: string
  value: string
  error: string | undefined
  onText: (text: string) => void
  /** of an app: a phone shows its number keys */
  isNumber?: boolean
  /** whether a dialog opens in this field */
  opensHere?: boolean
}

/** A field for a code of an app or of paper; what is typed next takes the place of a wrong one. */
export function CodeInput({ label, help, value, error, onText, isNumber, opensHere }: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])
  return (
    <TextInput
      ref={input}
      label={label}
      description={help}
      name="code"
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onText(event.currentTarget.value)}
      {...(opensHere ? { 'data-autofocus': true } : {})}
    />
  )
}
