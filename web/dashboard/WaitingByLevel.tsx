import { Box } from '@mantine/core'
import { choiceOf } from '../../shared/dashboard/choice-address.ts'
import { filterOf } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { waitingLead } from '../../shared/dashboard/leads.ts'
import { openRecords, stageName, totalOf } from '../../shared/dashboard/messages.ts'
import { formatDays } from '../../shared/lib/format.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toMessage } from '../lib/call.ts'
import { CountLink } from './CountLink.tsx'

const days = (count: number | null): string => (count === null ? '–' : formatDays(count))

/**
 * How much waits at each level of the person's scope, and how long; it comes before all charts. It asks for the same
 * figures as the charts without filters.
 */
export function WaitingByLevel() {
  const actor = useActor()
  const choice = choiceOf(actor, {})
  const { data: reply, error } = useRead(dashboardApi.figures, { query: filterOf(choice) })
  if (error) return <Notice tone="danger">{toMessage(error)}</Notice>
  if (!reply)
    return (
      <Box className="framed" mih={290} role="status" aria-label="Loading the records waiting for review" />
    )
  const { data } = reply
  if (data.stages.every((stage) => totalOf(stage) === 0)) return null
  return (
    <Panel title="Waiting for review" actions={<span className="quiet">{openRecords(data.about)}</span>}>
      <table className="tight" data-numbers>
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Profiles</th>
            <th scope="col">Activities</th>
            <th scope="col" className="not-on-phone">
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
                <td className="not-on-phone">{days(stage.median_days)}</td>
                <td>{days(stage.longest_days)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}
