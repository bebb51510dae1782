import {
  factorsApi,
  RESET_CODE_HOURS,
  type ResetCodeIssued,
  type ResetCodeState,
} from '../../shared/factors/factors.schema.ts'
import {
  canIssueNow,
  latestIssue,
  partToIssue,
  type ResetTarget,
} from '../../shared/factors/reset-codes.policy.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { toMessage } from '../lib/call.ts'
import { isFailure } from '../lib/failures.ts'
import { useChange } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { cover } from '../ui/cover.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { fail } from '../ui/fail.ts'
import { ResetCodeSigns } from './ResetCodeSigns.tsx'

const SHOWN: Record<ResetCodeIssued['part'], string> = {
  whole: 'You are shown eight signs once, and read them out.',
  first:
    'You are shown the first four of eight signs once, and read them out. Another administrator of FMB issues the last four.',
  second: 'You are shown the last four of eight signs once, and read them out.',
}

const LABEL: Record<ResetCodeIssued['part'], string> = {
  whole: 'Issue reset code',
  first: 'Issue first half',
  second: 'Issue second half',
}

type Person = { target: ResetTarget; name: string; live: ResetCodeState }

/** Issues a reset code after a question, and shows its signs once; `verdict` says whether that is possible. */
export function useResetCodeIssue({ target, name, live }: Person) {
  const actor = useActor()
  const issue = useChange(factorsApi.issueResetCode)
  const part = partToIssue(actor, target, live)

  const run = async () => {
    const answer = await confirm({
      title: `Issue a reset code for ${name}?`,
      message: (
        <>
          <p>Issue it only when {name} is in front of you.</p>
          <ul>
            {part === 'first' ? (
              <li>Nothing ends for {name} before the second half is issued.</li>
            ) : (
              <li>{name} is logged out at once, and no computer is remembered as their own.</li>
            )}
            <li>{SHOWN[part]} They are never mailed.</li>
            <li>
              Within {RESET_CODE_HOURS} hours {name} logs in once with the password and the code, and must
              then set up a new second factor.
            </li>
            {live && part === 'whole' ? (
              <li>
                The code that {live.issued_by_name} issued on {formatDateTime(live.issued_at)} ends.
              </li>
            ) : null}
          </ul>
        </>
      ),
      confirmLabel: LABEL[part],
    })
    if (!answer) return
    const uncover = cover()
    try {
      const input = { params: { id: target.id }, body: { seen: latestIssue(live) } }
      const issued = await issue.mutateAsync(input).finally(uncover)
      await inform({
        title: `Reset code for ${name}`,
        message: <ResetCodeSigns issued={issued} name={name} />,
        button: 'I have read them out',
      })
      // the signs are not kept in the page's memory
      issue.reset()
    } catch (error) {
      if (isFailure(error)) return fail(error)
      await inform({ title: 'No reset code was issued', message: toMessage(error) })
    }
  }
  return { run, verdict: canIssueNow(actor, target, live), label: LABEL[part] }
}
