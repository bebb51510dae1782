import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import type { ReviewedScreens } from '../reviewed-screens.ts'

/** What the address of a record says that was opened from a decision on many. */
export const FROM_BULK = { from: 'bulk' } as const

type BackToDecidingProps = {
  approval: Pick<ReviewedScreens<never, never>['approval'], 'bulk'>
  /** the way back of who came from the list */
  children: ReactNode
}

/** The way back from a record: to the decision on many where it was opened from there. */
export function BackToDeciding({ approval, children }: BackToDecidingProps) {
  const { from } = useSearch({ strict: false }) as { from?: unknown }
  if (from !== FROM_BULK.from) return children
  return (
    <Link to={approval.bulk.path as '/sites/approval'} search={({ from: _here, ...all }) => all}>
      <ArrowLeftIcon size={16} />
      Decide on several
    </Link>
  )
}
