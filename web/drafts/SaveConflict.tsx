import { Box, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'

type SaveConflictProps = {
  /** "Isabel Muñoz saved set 4 on Nov 26, 2026 10:42 AM" */
  who: string
  /** what the other user changed since this form was opened, and what saving this form would change now */
  theirs: ReactNode
  mine: ReactNode
  isCompared: boolean
  onCompared: (isCompared: boolean) => void
}

/**
 * Another user saved first, and this form replaces the whole record: shows both changes side by side. Nothing is saved
 * before the person confirms having compared them (S-144).
 */
export const SaveConflict = ({ who, theirs, mine, isCompared, onCompared }: SaveConflictProps) => (
  <Notice tone="warning" live title={who}>
    <p>
      Your form was begun before that. Their changes are not replaced until you save. Copy what you want to
      keep of theirs into your form.
    </p>
    <Box mt="sm" className="tiles">
      <section aria-label="What your colleague changed">
        <h3 className="card-title">What your colleague changed</h3>
        {theirs}
      </section>
      <section aria-label="What your form would change now">
        <h3 className="card-title">What your form would change now</h3>
        {mine}
      </section>
    </Box>
    <Checkbox
      mt="sm"
      label="I have compared both: my form has what should be saved"
      checked={isCompared}
      onChange={(event) => onCompared(event.currentTarget.checked)}
    />
  </Notice>
)
