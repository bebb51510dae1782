import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { isAtLevel } from '../../shared/access/actor.ts'
import { plural } from '../../shared/lib/format.ts'
import { useActor } from '../lib/useActor.ts'
import { principlesQuery } from '../principles/principles.calls.ts'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PrincipleCard, PrincipleCards, principleLink } from './PrincipleCard.tsx'
import styles from './PrincipleCard.module.css'

/** FMB starts at the eight principles, other levels at the list (ACTIVITIES-05, ACTIVITIES-06). */
export function ActivityHomePage() {
  const actor = useActor()
  if (!isAtLevel(actor, 'FMB').ok) return <Navigate to="/sites/activity/datatable" replace />
  return <Principles />
}

function Principles() {
  const { data: principles, error, refetch } = useQuery(principlesQuery)
  return (
    <>
      <PageHeader
        title="Compliance to Safeguards"
        intro="The eight safeguard principles against which every SITES activity is graded."
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/sites/activity/datatable" {...props} />}
          >
            List of SITES Activities
          </Button>
        }
      />
      {principles ? null : <Loading error={error} onRetry={() => void refetch()} />}
      <PrincipleCards>
        {(principles ?? []).map((principle) => {
          const indicators = principle.criteria.flatMap((criteria) => criteria.criteria_indicator)
          return (
            <PrincipleCard
              key={principle.id}
              number={principle.principle_number}
              title={principle.title}
              link={
                <Link
                  to="/sites/principle/$principleId"
                  params={{ principleId: String(principle.id) }}
                  className={principleLink}
                >
                  {`Principle #${principle.principle_number}`}
                </Link>
              }
            >
              <p className={styles.facts}>
                {principle.criteria.length} criteria · {plural(indicators.length, 'indicator')}
              </p>
            </PrincipleCard>
          )
        })}
      </PrincipleCards>
    </>
  )
}
