import { isAuditor } from '../../shared/access/actor.ts'
import { plural } from '../../shared/lib/format.ts'
import type { WaitingReply } from '../../shared/review/review.schema.ts'
import { useActor } from '../lib/useActor.ts'
import styles from './WaitingIntro.module.css'

type WaitingIntroProps = { waiting: WaitingReply | undefined; one: string; many: string }

/** The number of pending records of an approval list, and what else is on it (S-120). */
export function WaitingIntro({ waiting, one, many }: WaitingIntroProps) {
  const reads = isAuditor(useActor())
  const rest = `Those ${reads ? 'FMB has' : 'you'} passed on are below.`
  if (!waiting) return rest
  const { count } = waiting
  const who = count === 0 ? `No ${many} wait` : plural(count, `${one} waits`, `${many} wait`)
  return (
    <>
      <strong>
        {who} for {reads ? 'FMB' : 'your decision'}.
      </strong>{' '}
      <span className={styles.rest}>{rest}</span>
    </>
  )
}
