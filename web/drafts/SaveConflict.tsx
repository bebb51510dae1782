import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'
import styles from './SaveConflict.module.css'

type SaveConflictProps = {
  /** "Isabel Muñoz saved set 4 on Nov 26, 2026 10:42 AM" */
  who: string
  /** what the other one changed since this form was begun, and what a save of this form would change now */
  theirs: ReactNode
  mine: ReactNode
  isCompared: boolean
  onCompared: (isCompared: boolean) => void
}

/**
 * Someone saved a newer state of what this form rewrites as a whole: both changes side by side. Nothing is saved before the
 * person says that they have compared them (S-144).
 */
export const SaveConflict = ({ who, theirs, mine, isCompared, onCompared }: SaveConflictProps) => (
  <Notice tone="warning" live title={who}>
    <p>
      Your form was begun before that. Their changes are not replaced until you save. Copy what you want to
      keep of theirs into your form.
    </p>
    <div className={styles.both}>
      <section aria-label="What your colleague changed">
        <h3>What your colleague changed</h3>
        {theirs}
      </section>
      <section aria-label="What your form would change now">
        <h3>What your form would change now</h3>
        {mine}
      </section>
    </div>
    <Checkbox
      mt="sm"
      label="I have compared both: my form has what should be saved"
      checked={isCompared}
      onChange={(event) => onCompared(event.currentTarget.checked)}
    />
  </Notice>
)
