import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { lineComplaint, paragraphsComplaint } from '../../shared/lib/plain-text.ts'

type Limited = {
  value: string
  /** in characters */
  max: number
  /** the label on the screen, and its name in the server's sentence where that is another */
  label: string
  named?: string
}

/** A line of text. A longer one stays as it was pasted, under the server's sentence about it. */
export const LimitedLine = ({
  max,
  named,
  error,
  ...field
}: Omit<TextInputProps, keyof Limited> & Limited) => (
  <TextInput {...field} error={lineComplaint(named ?? field.label, max, field.value) ?? error} />
)

export type LimitedTextProps = Omit<TextareaProps, keyof Limited> & Limited

/** The same for a text in paragraphs. */
export const LimitedText = ({ max, named, error, ...field }: LimitedTextProps) => (
  <Textarea
    {...field}
    error={paragraphsComplaint(named ?? field.label, max, field.value) ?? error}
    autosize
  />
)
