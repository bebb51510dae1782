import type { User } from '../../shared/auth/auth.schema.ts'
import type { LeftAlone } from '../../shared/review/review.schema.ts'
import { leftAloneWords } from '../review/left-alone.ts'
import { Notice } from '../ui/Notice.tsx'

type LastApproverProps = {
  user: Pick<User, 'first_name' | 'last_name' | 'penro' | 'region' | 'access_level'>
  leftAlone: LeftAlone | undefined
}

/** Warns that nobody else can approve where this person does, with what waits there (S-120). */
export function LastApprover({ user, leftAlone }: LastApproverProps) {
  const where = user.penro ?? user.region ?? user.access_level
  const words = leftAlone && leftAloneWords(`Only ${user.first_name} ${user.last_name}`, where, leftAlone)
  return words ? <Notice tone="warning">{words}</Notice> : null
}
