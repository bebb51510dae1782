import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { useActor } from '../lib/useActor.ts'

/** The two screens of a profile: to read, and before its reviewer. */
const SCREENS = ['/sitemap/view/$id', '/sites/approval/view/$id'] as const

type SiteLinkProps = {
  id: number
  /** said of the link where it is one */
  more?: string
  children: ReactNode
}

/** A profile by its name, as a link for anyone who may open it. Another tab, so that a review is not left. */
export function SiteLink({ id, more, children }: SiteLinkProps) {
  const actor = useActor()
  const screen = SCREENS.find((path) => mayOpen(actor, screenAt(path) ?? {}))
  if (!screen) return children
  return (
    <Link to={screen} params={{ id: String(id) }} search={{}} target="_blank">
      {children}
      {more}
    </Link>
  )
}
