import { Field } from '../auth/Field.tsx'

/** The one field for every kind of code, with where a code comes from. */
export const CodeField = ({ error }: { error: string | undefined }) => (
  <Field
    label="Code"
    help="From your authenticator app, your code sheet, or a reset code that was read out to you."
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="characters"
    error={error}
  />
)
