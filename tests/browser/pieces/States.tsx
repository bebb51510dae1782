import { Button, Checkbox, Progress, Radio, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { GRADES } from '../../../shared/activities/grades.ts'
import { NEW_REVIEW, submitted } from '../../../shared/review/review-chain.ts'
import tabs from '../../../web/app/Shell.module.css'
import publicList from '../../../web/approved/ApprovedListPage.module.css'
import publicPages from '../../../web/approved/ListPages.module.css'
import { Bar } from '../../../web/dashboard/charts/Bar.tsx'
import charts from '../../../web/dashboard/charts/charts.module.css'
import { ChartPatterns, Legend } from '../../../web/dashboard/charts/patterns.tsx'
import { GradeMark } from '../../../web/lib/GradeMark.tsx'
import controls from '../../../web/public/controls.module.css'
import approvalTabs from '../../../web/review/ApprovalListPage.module.css'
import { Stepper } from '../../../web/review/Stepper.tsx'
import parts from '../../../web/summaries/Summary.module.css'
import { PageButtons } from '../../../web/ui/PageButtons.tsx'
import { StatusBadge } from '../../../web/ui/StatusBadge.tsx'

const idle = () => undefined
const here = '#states'

/** One state of a piece, named for the test; all states of a piece are of one size. */
const State = ({ of, children }: { of: string; children: ReactNode }) => (
  <div data-state={of} style={{ width: 'fit-content', padding: 6 }}>
    {children}
  </div>
)

const RECORD = {
  ...submitted(NEW_REVIEW),
  penro_status: 'Approved' as const,
  region: 'REGION IV-A',
  office: 'PENRO Laguna',
  recalled_at: null,
}

/** Every piece whose state a fill or colour could be all that shows. */
export function States() {
  const page = { page: 2, setPage: idle }
  return (
    <section id="states" style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <h2 style={{ flexBasis: '100%' }}>States</h2>
      {(['off', 'on', 'partly', 'off disabled', 'on disabled'] as const).map((state) => (
        <State key={state} of={`checkbox ${state}`}>
          <Checkbox
            label="Box"
            readOnly
            checked={state.startsWith('on')}
            indeterminate={state === 'partly'}
            disabled={state.endsWith('disabled')}
          />
        </State>
      ))}
      {(['off', 'on', 'off disabled', 'on disabled'] as const).map((state) => (
        <State key={state} of={`radio ${state}`}>
          <Radio
            label="Choice"
            readOnly
            checked={state.startsWith('on')}
            disabled={state.endsWith('disabled')}
          />
        </State>
      ))}
      {(['off', 'on', 'off disabled', 'on disabled'] as const).map((state) => (
        <State key={state} of={`switch ${state}`}>
          <Switch
            size="md"
            label="Status"
            readOnly
            checked={state.startsWith('on')}
            disabled={state.endsWith('disabled')}
          />
        </State>
      ))}
      {(['on', 'on disabled'] as const).map((state) => (
        <State key={state} of={`switch ${state} with a reason`}>
          <Switch
            size="md"
            label="Status"
            readOnly
            checked
            {...(state === 'on' ? {} : { 'aria-disabled': true })}
          />
        </State>
      ))}
      {(['off', 'on'] as const).map((state) => (
        <State key={state} of={`public switch ${state}`}>
          <label className={publicList.toggle}>
            <input className="drawn" type="checkbox" readOnly checked={state === 'on'} />
            Show Table
          </label>
        </State>
      ))}
      {(['filled', 'filled disabled', 'default', 'default disabled'] as const).map((state) => (
        <State key={state} of={`button ${state}`}>
          <Button
            variant={state.startsWith('filled') ? 'filled' : 'default'}
            disabled={state.endsWith('disabled')}
          >
            Button
          </Button>
        </State>
      ))}
      {(['', ' disabled'] as const).map((state) => (
        <State key={state} of={`public button${state}`}>
          <button type="button" className={controls.primary} disabled={state !== ''}>
            Button
          </button>
        </State>
      ))}
      {(['', ' disabled'] as const).map((state) => (
        <State key={state} of={`field${state}`}>
          <TextInput aria-label={`Field${state}`} defaultValue="Text" disabled={state !== ''} />
        </State>
      ))}
      {([undefined, 'page'] as const).map((current) => (
        <nav key={current ?? ''} aria-label={`Tabs ${current ?? 'without a current one'}`}>
          <State of={`tab ${current ?? 'other'}`}>
            <a className={tabs.tab} href={here} aria-current={current} data-active={current}>
              Users
            </a>
          </State>
          <State of={`approval tab ${current ?? 'other'}`}>
            <a className={approvalTabs.tab} href={here} aria-current={current} data-active={current}>
              Profiles
            </a>
          </State>
          <State of={`part ${current ?? 'other'}`}>
            <a className={parts.part} href={here} aria-current={current && 'step'}>
              Part
            </a>
          </State>
          <State of={`public page ${current ?? 'other'}`}>
            <span className={publicPages.pages}>
              <a href={here} aria-current={current}>
                3
              </a>
            </span>
          </State>
        </nav>
      ))}
      <PageButtons state={page} pages={3} reply={undefined} />
      {GRADES.map((grade) => (
        <State key={grade} of={`grade ${grade}`}>
          <GradeMark grade={grade}>3</GradeMark>
          <GradeMark grade={grade} size="large">
            3
          </GradeMark>
        </State>
      ))}
      {(['Activated', 'Deactivated', 'Checked', 'Refused', 'Frozen'] as const).map((status) => (
        <State key={status} of={`badge ${status}`}>
          <StatusBadge status={status} word="Word" />
        </State>
      ))}
      <State of="pill">
        <span className="pill" data-tone="warning">
          Warning
        </span>
      </State>
      {[30, 60].map((percent) => (
        <State key={percent} of={`progress ${percent}`}>
          <Progress w={120} value={percent} aria-label={`Progress ${percent}`} />
        </State>
      ))}
      <div style={{ flexBasis: '100%' }}>
        <Stepper record={RECORD} history={[]} />
        <ChartPatterns />
        <div className={charts.drawing}>
          <Bar
            parts={(['very', 'somewhat', 'not', 'none', 'activities'] as const).map((key, place) => ({
              key,
              start: place * 20,
              size: 20,
              count: 12,
            }))}
            label={() => '12'}
          />
          <Legend
            entries={[
              ['very', 'very'],
              ['somewhat', 'somewhat'],
              ['not', 'not'],
              ['none', 'none'],
              ['activities', 'activities'],
            ]}
          />
        </div>
      </div>
    </section>
  )
}
