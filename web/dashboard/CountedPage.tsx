import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressOf, choiceOf } from '../../shared/dashboard/choice-address.ts'
import type { DashboardChoice } from '../../shared/dashboard/dashboard.rules.ts'
import { useActor } from '../lib/useActor.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { NarrowedBy } from './NarrowedBy.tsx'

type CountedPageProps = { title: string; intro: string; children: (choice: DashboardChoice) => ReactNode }

/** A list behind a number of the dashboard: where it comes from, what narrows it, and its rows. */
export function CountedPage({ title, intro, children }: CountedPageProps) {
  const actor = useActor()
  const choice = choiceOf(actor, useSearch({ strict: false }))
  return (
    <>
      <PageHeader
        title={title}
        intro={intro}
        back={
          <Link to="/dashboard" search={addressOf(actor, choice) as Record<string, never>}>
            Dashboard
          </Link>
        }
      />
      <NarrowedBy choice={choice} />
      {children(choice)}
    </>
  )
}
