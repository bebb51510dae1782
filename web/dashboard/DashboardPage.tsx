import { Checkbox, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isAuditor } from '../../shared/access/actor.ts'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { canCreateActivity } from '../../shared/activities/activities.policy.ts'
import { canCreateSite } from '../../shared/sites/sites.policy.ts'
import { useConfig } from '../lib/useConfig.ts'
import { useActor } from '../lib/useActor.ts'
import { StorageUse } from '../files/StorageUse.tsx'
import { MissingApprovers } from '../review/MissingApprovers.tsx'
import { AuditorNotice } from '../ui/AuditorNotice.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { WhenSeen } from '../ui/WhenSeen.tsx'
import { DashboardFilters } from './DashboardFilters.tsx'
import { FigureTotals } from './FigureTotals.tsx'
import { DashboardTable, Pictures, PointTimes } from './Overview.tsx'
import { ReportFrame } from './ReportFrame.tsx'
import { UnfinishedForms } from './UnfinishedForms.tsx'
import { useDashboardChoice } from './useDashboardChoice.ts'
import { WaitingByLevel } from './WaitingByLevel.tsx'
import { useWork, WorkWaiting } from './WorkWaiting.tsx'

const QUICK_LINKS = [
  { path: '/sitemap', words: 'Browse all profiles' },
  { path: '/sites/activity/datatable', words: 'Browse all activities' },
] as const

function QuickLinks() {
  const actor = useActor()
  const quick = QUICK_LINKS.filter(({ path }) => mayOpen(actor, screenAt(path) ?? {}))
  return (
    <nav className="links" aria-label="Quick links">
      {canCreateSite(actor).ok ? <Link to="/sitemap/add">Add a profile</Link> : null}
      {canCreateActivity(actor).ok ? <Link to="/sites/activity/add">Add a SITES activity</Link> : null}
      {quick.map(({ path, words }) => (
        <Link key={path} to={path as '/sitemap'}>
          {words}
        </Link>
      ))}
      <a href="/site/approved">Public list of approved sites</a>
    </nav>
  )
}

const SHOW_TABLE = 'show_dashboard_table'

/** Whether the table is shown: yes at first, then as chosen, for this browser session (S-102). */
function useShowTable(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(() => sessionStorage.getItem(SHOW_TABLE) !== 'no')
  const choose = (wanted: boolean) => {
    sessionStorage.setItem(SHOW_TABLE, wanted ? 'yes' : 'no')
    setShown(wanted)
  }
  return [shown, choose]
}

/** The current state in the person's scope: filters, charts or the bureau's own report, and the table. */
function CurrentState() {
  const state = useDashboardChoice(useActor())
  const { data: config, error, refetch } = useConfig()
  const [tableShown, showTable] = useShowTable()
  return (
    <Stack component="section" gap="md" aria-labelledby="standing">
      <h2 id="standing">Overview</h2>
      <DashboardFilters {...state} />
      {config === undefined ? (
        <Loading error={error} onRetry={() => void refetch()} />
      ) : config.report_frame_url === '' ? (
        <Pictures applied={state.applied} />
      ) : (
        <ReportFrame report={config.report_frame_url} applied={state.applied} />
      )}
      <WhenSeen>
        <FigureTotals applied={state.applied} />
      </WhenSeen>
      <PointTimes applied={state.applied} />
      <Checkbox
        className="no-print"
        label="Show Table"
        checked={tableShown}
        onChange={(event) => showTable(event.currentTarget.checked)}
      />
      {tableShown ? <DashboardTable applied={state.applied} /> : null}
    </Stack>
  )
}

/** The dashboard: first what was returned to this person and what is pending, then the current state of the bureau. */
export function DashboardPage() {
  const actor = useActor()
  const { returned, queues, settled } = useWork()
  return (
    <>
      <PageHeader
        title={`Good day, ${actor.first_name}`}
        intro="Your pending records, longest waiting first, and an overview of the approved sites."
        actions={<QuickLinks />}
      />
      {isAuditor(actor) ? <AuditorNotice isOwn /> : null}
      <MissingApprovers />
      {settled ? (
        <Stack gap="xl">
          <WorkWaiting queues={returned} />
          <WaitingByLevel />
          <WorkWaiting queues={queues} others={returned} />
          <UnfinishedForms />
          <CurrentState />
          <WhenSeen>
            <StorageUse />
          </WhenSeen>
        </Stack>
      ) : (
        <Loading error={null} onRetry={() => undefined} />
      )}
    </>
  )
}
