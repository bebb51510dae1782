import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { toMessage } from '../lib/call.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { CriteriaList } from './CriteriaList.tsx'
import { principleQuery } from './principles.calls.ts'

/** One principle as FMB reads it: its criteria, outcome indicators and notes (PRINCIPLES-02). */
export function PrinciplePage() {
  const { principleId } = useParams({ from: '/sites/principle/$principleId' })
  const { data: principle, error, refetch } = useQuery(principleQuery(principleId))
  const back = (
    <Link to="/sites/activity">
      <ArrowLeftIcon size={16} /> Back to Compliance to Safeguards
    </Link>
  )
  if (error)
    return (
      <>
        <PageHeader title="Principle" back={back} />
        <Notice tone="danger" title="Something went wrong" live>
          <p>{toMessage(error)}</p>
          <Button mt="sm" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      </>
    )
  if (!principle) return <Loader aria-label="Loading" />
  return (
    <>
      <PageHeader title={`Principle #${principle.principle_number}`} intro={principle.title} back={back} />
      <CriteriaList principle={principle} />
    </>
  )
}
