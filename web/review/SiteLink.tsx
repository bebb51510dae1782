import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { useActor } from '../lib/useActor.ts'

/** Where a profile is read, and where its reviewer decides. */
const SCREENS = ['/sitemap/view/$id', '/sites/approval/view/$id'] as const

type SiteLinkProps = {
  id: number
  /** added to the name where it is a link */
  more?: string
  children: ReactNode
}

/** The name of a profile, linked if the person may open it; in a new tab, so that a review is not left. */
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
