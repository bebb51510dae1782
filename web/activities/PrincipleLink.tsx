import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MeansMode } from './means-mode.ts'

/** The page of one principle's evidence, by mode. */
export const SCREEN = {
  add: '/sites/activity/$activityId/principle/$principleId',
  view: '/sites/activity/$activityId/principle/$principleId',
  edit: '/sites/activity/$activityId/principle/edit/$principleId',
  approval: '/sites/activity/approval/$activityId/principle/$principleId',
} as const satisfies Record<MeansMode, string>

type PrincipleLinkProps = {
  mode: MeansMode
  activityId: number
  principleId: number
  className?: string
  /** the element of the page to show */
  hash?: string
  children: ReactNode
}

/** A link to the evidence of one principle in this mode. It keeps the list's page and search (S-103). */
export function PrincipleLink({
  mode,
  activityId,
  principleId,
  className,
  hash,
  children,
}: PrincipleLinkProps) {
  return (
    <Link
      to={SCREEN[mode]}
      params={{ activityId: String(activityId), principleId: String(principleId) }}
      search={(all) => all}
      {...(className ? { className } : {})}
      {...(hash ? { hash } : {})}
    >
      {children}
    </Link>
  )
}
