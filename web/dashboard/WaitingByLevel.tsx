import { choiceOf } from '../../shared/dashboard/choice-address.ts'
import { waitingLead } from '../../shared/dashboard/leads.ts'
import { openRecords, stageName, totalOf } from '../../shared/dashboard/messages.ts'
import { formatDays } from '../../shared/lib/format.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toMessage } from '../lib/call.ts'
import { CountLink } from './CountLink.tsx'
import { useFigures } from './dashboard.calls.ts'
import styles from './WaitingByLevel.module.css'

/**
 * How much waits at each level of the person's scope, and how long; it comes before all charts. It asks for the same
 * figures as the charts without filters.
 */
export function WaitingByLevel() {
  const actor = useActor()
  const choice = choiceOf(actor, {})
  const { data, error } = useFigures(choice)
  if (error) return <Notice tone="danger">{toMessage(error)}</Notice>
  if (!data) return <div className={styles.loading} role="status" aria-label="Loading what waits" />
  if (data.stages.every((stage) => totalOf(stage) === 0)) return null
  return (
    <Panel title="Waiting for review">
      <p className={styles.about}>{openRecords(data.about)}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Profiles</th>
            <th scope="col">Activities</th>
            <th scope="col">Longest wait</th>
          </tr>
        </thead>
        <tbody>
          {[...data.stages].reverse().map((stage) => (
            <tr key={stage.stage} data-own={stage.stage === actor.access_level}>
              <th scope="row">{stageName(stage)}</th>
              <td>
                <CountLink lead={waitingLead(actor, choice, stage, 'profiles')} />
              </td>
              <td>
                <CountLink lead={waitingLead(actor, choice, stage, 'activities')} />
              </td>
              <td>{stage.longest_days === null ? '–' : formatDays(stage.longest_days)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
