import { Field } from '../auth/Field.tsx'
import { useTexts } from '../lib/texts.tsx'

/** The one field for every kind of code, with where a code comes from. */
export function CodeField({ error }: { error: string | undefined }) {
  const { t } = useTexts()
  return (
    <Field
      label={t('sign_in.code')}
      help={t('sign_in.code_help')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      error={error}
    />
  )
}
