import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PRINCIPLE } from '../../shared/principles/principles.fields.ts'
import { principlesApi, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { readOptions, useFresh } from '../lib/queries.ts'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { CriteriaForm } from './CriteriaForm.tsx'
import { foundPrinciple, principleQuery } from './principles.calls.ts'

/** Shown for an older set, which never changes; links to the newest one. */
function OutdatedSet({ principle, current }: { principle: SitePrinciple; current: SitePrinciple }) {
  return (
    <Notice tone="warning" title={`Set ${principle.batch_number} can no longer be edited`}>
      <p>Set {current.batch_number} is in force.</p>
      <Button
        mt="sm"
        size="sm"
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/sites/principle/edit/$principleId"
            params={{ principleId: String(current.id) }}
            replace
            {...props}
          />
        )}
      >
        Edit set {current.batch_number}
      </Button>
    </Notice>
  )
}

/** Checked once: the person's own save makes a newer set while its success is still being reported. */
function EditCurrent({ principle, newest }: { principle: SitePrinciple; newest: SitePrinciple }) {
  const navigate = useNavigate()
  const [current] = useState(newest)
  const { id, principle_number, batch_number } = principle
  if (current.id !== id) return <OutdatedSet principle={principle} current={current} />
  const of = {
    form: 'principle-edit',
    name: `Principle #${principle_number}`,
    record_id: principle_number,
    revision: batch_number,
    record: PRINCIPLE.start(principle),
    read: PRINCIPLE.read,
  } as const
  return (
    <DraftGate of={of}>
      {(draft) => (
        <CriteriaForm
          principle={principle}
          draft={draft}
          onCancel={() =>
            void navigate({ to: '/sites/principle/$principleId', params: { principleId: String(id) } })
          }
        />
      )}
    </DraftGate>
  )
}

function WithCurrent({ principle }: { principle: SitePrinciple }) {
  const { principle_number } = principle
  const {
    data: newest,
    error,
    refetch,
  } = useFresh(readOptions(principlesApi.search, { query: { principle_number }, select: foundPrinciple }))
  if (!newest) return <Loading error={error} onRetry={() => void refetch()} />
  return <EditCurrent principle={principle} newest={newest} />
}

function Editing({ principleId }: { principleId: string }) {
  const { data: principle, error, refetch } = useFresh(principleQuery(principleId))
  const intro = principle && `Principle #${principle.principle_number}: ${principle.title}`
  return (
    <>
      <PageHeader title="Edit Criteria & Outcome Indicators" intro={intro} />
      {principle ? (
        <WithCurrent principle={principle} />
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

/** Edits the criteria, outcome indicators and notes of one principle, which are saved as a new set (PRINCIPLES-04). */
export function PrincipleEditPage() {
  const { principleId } = useParams({ from: '/sites/principle/edit/$principleId' })
  return <Editing key={principleId} principleId={principleId} />
}
