import { Link } from '@tanstack/react-router'
import type { PreviousSummary } from '../../shared/summaries/summary-writing.schema.ts'
import styles from './Summary.module.css'
import { CHANGES, REVIEW } from './views.ts'

type ViewLinksProps = {
  /** the name of the first view: the outline of a draft, the document of a frozen summary */
  first: string
  /** the view in the address; undefined for the first one, and null for a part of a draft */
  current: string | undefined | null
  comments: string
  previous: PreviousSummary | null | undefined
}

/** Links to the ways of looking at a summary. */
export function ViewLinks({ first, current, comments, previous }: ViewLinksProps) {
  const views: [string | undefined, string][] = [
    [undefined, first],
    [REVIEW, comments],
    ...(previous ? [[CHANGES, `Changed since ${previous.year}`] as [string, string]] : []),
  ]
  return (
    <nav aria-label="Views of this summary" className={styles.views}>
      {views.map(([view, words]) => (
        <Link
          key={words}
          to="."
          search={view ? { part: view } : {}}
          resetScroll={false}
          // the address without a view is a part of the others
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{}}
          aria-current={view === current ? 'page' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
