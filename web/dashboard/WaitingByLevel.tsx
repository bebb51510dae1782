import { useQuery } from '@tanstack/react-query'
import { choiceOf } from '../../shared/dashboard/choice-address.ts'
import { waitingLead } from '../../shared/dashboard/leads.ts'
import { openRecords, stageName, totalOf } from '../../shared/dashboard/messages.ts'
import { formatDays } from '../../shared/lib/format.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toMessage } from '../lib/call.ts'
import { CountLink } from './CountLink.tsx'
import { figuresRead } from './dashboard.calls.ts'
import styles from './WaitingByLevel.module.css'

const days = (count: number | null): string => (count === null ? '–' : formatDays(count))

/**
 * How much waits at each level of the person's scope, and how long; it comes before all charts. It asks for the same
 * figures as the charts without filters.
 */
export function WaitingByLevel() {
  const actor = useActor()
  const choice = choiceOf(actor, {})
  const { data, error } = useQuery(figuresRead(choice))
  if (error) return <Notice tone="danger">{toMessage(error)}</Notice>
  if (!data)
    return (
      <div className={styles.loading} role="status" aria-label="Loading the records waiting for review" />
    )
  if (data.stages.every((stage) => totalOf(stage) === 0)) return null
  return (
    <Panel title="Waiting for review" actions={<span className="quiet">{openRecords(data.about)}</span>}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Profiles</th>
            <th scope="col">Activities</th>
            <th scope="col" className={styles.median}>
              Median wait
            </th>
            <th scope="col">Longest wait</th>
          </tr>
        </thead>
        <tbody>
          {data.stages.toReversed().map((stage) => {
            const profiles = waitingLead(actor, choice, stage, 'profiles')
            const activities = waitingLead(actor, choice, stage, 'activities')
            return (
              <tr
                key={stage.stage}
                data-own={[profiles, activities].some(({ list }) => list.endsWith('Queue'))}
              >
                <th scope="row">{stageName(stage)}</th>
                <td>
                  <CountLink lead={profiles} />
                </td>
                <td>
                  <CountLink lead={activities} />
                </td>
                <td className={styles.median}>{days(stage.median_days)}</td>
                <td>{days(stage.longest_days)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}
