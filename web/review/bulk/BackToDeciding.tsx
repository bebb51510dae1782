import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import type { ReviewedScreens } from '../reviewed-screens.ts'

/** In the address of a record that was opened from a decision on many. */
export const FROM_BULK = { from: 'bulk' } as const

type BackToDecidingProps = {
  approval: Pick<ReviewedScreens<never, never>['approval'], 'bulk'>
  /** the link back for a record that was opened from the list */
  children: ReactNode
}

/** The link back from a record: to the decision on many if it was opened from there. */
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
