import type { User } from '../../shared/auth/auth.schema.ts'
import type { UnattendedWork } from '../../shared/review/review.schema.ts'
import { lastApproverWords } from '../review/last-approver-words.ts'
import { Notice } from '../ui/Notice.tsx'

type LastApproverProps = {
  user: Pick<User, 'first_name' | 'last_name' | 'penro' | 'region' | 'access_level'>
  leftAlone: UnattendedWork | undefined
}

/** Warns that this person is the last approver of a place, with its pending records (S-120). */
export function LastApprover({ user, leftAlone }: LastApproverProps) {
  const where = user.penro ?? user.region ?? user.access_level
  const words = leftAlone && lastApproverWords(`Only ${user.first_name} ${user.last_name}`, where, leftAlone)
  return words ? <Notice tone="warning">{words}</Notice> : null
}
