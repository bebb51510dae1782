import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { plural } from '../../shared/lib/format.ts'
import { canSaveCriteria } from '../../shared/principles/principles.policy.ts'
import type { PrincipleBatch, SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { ArrowLeftIcon, PencilIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { CriteriaList } from './CriteriaList.tsx'
import { batchesQuery, principleQuery } from './principles.calls.ts'
import { SetComparison } from './SetComparison.tsx'
import { SetsPanel } from './SetsPanel.tsx'

const BackToPrinciples = () => (
  <Link to="/sites/activity">
    <ArrowLeftIcon size={16} /> Back to Compliance to Safeguards
  </Link>
)

/** One principle for FMB: its criteria, outcome indicators and notes, now and in earlier sets (PRINCIPLES-02). */
export function PrinciplePage() {
  const { principleId } = useParams({ from: '/sites/principle/$principleId' })
  const { data: principle, error, refetch } = useQuery(principleQuery(principleId))
  if (principle) return <Shown opened={principle} />
  return (
    <>
      <PageHeader title="Principle" back={<BackToPrinciples />} />
      <Loading error={error} onRetry={() => void refetch()} />
    </>
  )
}

const setOf = (batches: PrincipleBatch[], wanted: unknown) =>
  batches.find(({ batch_number }) => batch_number === Number(wanted))

/** `?set=` shows another set than the opened one, `?compare=` the differences from a third. */
function Shown({ opened }: { opened: SitePrinciple }) {
  const { set, compare } = useSearch({ strict: false }) as Record<string, unknown>
  const sets = useInfiniteQuery(batchesQuery(opened.principle_number))
  const batches = sets.data?.pages.flatMap(({ data }) => data) ?? []
  const id = setOf(batches, set)?.sites_principle_id ?? opened.id
  const {
    data: principle,
    error,
    refetch,
  } = useQuery({
    ...principleQuery(id),
    placeholderData: keepPreviousData,
  })
  const [current] = batches
  const other = setOf(batches, compare)
  if (!principle) return <Loading error={error} onRetry={() => void refetch()} />
  const isOld = current !== undefined && principle.batch_number < current.batch_number
  return (
    <>
      <PageHeader
        title={`Principle #${principle.principle_number}`}
        intro={principle.title}
        back={<BackToPrinciples />}
        actions={isOld ? null : <EditButton principle={principle} />}
      />
      <Stack gap={24}>
        {isOld ? (
          <Notice title={`This is set ${principle.batch_number}; set ${current.batch_number} is in force`}>
            <p>SITES activities that began with this set are still graded against it.</p>
          </Notice>
        ) : null}
        <SetsPanel sets={sets} batches={batches} shown={principle.batch_number} compared={other} />
        {other && other.batch_number !== principle.batch_number ? (
          <SetComparison principle={principle} other={other} />
        ) : null}
        <CriteriaList
          principle={principle}
          foldOf={({ criteria_indicator }) => ({ inside: plural(criteria_indicator.length, 'indicator') })}
          withFigures
        />
        <Checklist lines={principle.checks} />
      </Stack>
    </>
  )
}

const Checklist = ({ lines }: { lines: SitePrinciple['checks'] }) => (
  <Panel title="Checklist for reviewers">
    {lines.length === 0 ? (
      <p className="quiet">This set has no lines for this principle.</p>
    ) : (
      <ol className="bullets breaks">
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ol>
    )}
  </Panel>
)

function EditButton({ principle }: { principle: SitePrinciple }) {
  const actor = useActor()
  if (!canSaveCriteria(actor).ok) return null
  return (
    <Button
      variant="default"
      leftSection={<PencilIcon />}
      renderRoot={(props) => (
        <Link
          to="/sites/principle/edit/$principleId"
          params={{ principleId: String(principle.id) }}
          {...props}
        />
      )}
    >
      Edit criterias & outcome indicators
    </Button>
  )
}
