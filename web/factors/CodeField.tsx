import { Field } from '../auth/Field.tsx'
import styles from './Setup.module.css'

type Props = {
  label: string
  help: string
  value: string
  /** of an app: a phone shows its number keys */
  isNumber?: boolean
  error: string | undefined
  onText: (text: string) => void
}

/** A field for a code of an app or of paper. */
export const CodeField = ({ isNumber = false, ...field }: Props) => (
  <Field
    {...field}
    name="code"
    className={styles.code}
    inputMode={isNumber ? 'numeric' : 'text'}
    autoComplete="one-time-code"
    autoCapitalize="characters"
  />
)
