import { plural } from '../../shared/lib/format.ts'
import type { WaitingReply } from '../../shared/review/review.schema.ts'

type WaitingIntroProps = { waiting: WaitingReply | undefined; one: string; many: string }

/** The number of pending records of an approval list, and how it is sorted (S-120). */
export function WaitingIntro({ waiting, one, many }: WaitingIntroProps) {
  const order = 'Records waiting for your decision come first; records you passed on stay below.'
  if (!waiting) return order
  const { count } = waiting
  const who = count === 0 ? `No ${many} wait` : plural(count, `${one} waits`, `${many} wait`)
  return (
    <>
      <strong>{who} for your decision.</strong> {count === 0 ? 'Records you passed on stay below.' : order}
    </>
  )
}
