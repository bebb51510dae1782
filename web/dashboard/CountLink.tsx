import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { type Lead, LISTS } from '../../shared/dashboard/leads.ts'
import { formatCount } from '../../shared/lib/format.ts'

type CountLinkProps = {
  lead: Lead
  /** the visible text, where it is not the number alone */
  text?: string
  /** a drawing instead of a text */
  children?: ReactNode
  className?: string | undefined
  style?: CSSProperties
  /** for a drawing beside a list that has the same links */
  isMouseOnly?: boolean
}

/** A number that opens the list of exactly what it counts; 0 opens nothing. */
export function CountLink({ lead, text, children, className, style, isMouseOnly = false }: CountLinkProps) {
  const shown = children === undefined ? (text ?? formatCount(lead.count)) : children
  if (lead.count === 0) return shown
  return (
    <Link
      to={LISTS[lead.list] as '/dashboard'}
      search={lead.search as Record<string, never>}
      aria-label={`${text === undefined ? '' : `${text}, `}${lead.words}: open the list`}
      {...(isMouseOnly ? { tabIndex: -1 } : {})}
      {...(className === undefined ? {} : { className })}
      {...(style === undefined ? {} : { style })}
    >
      {shown}
    </Link>
  )
}
