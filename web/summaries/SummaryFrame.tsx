import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BackToSummaries } from './BackToSummaries.tsx'
import { CommentsProvider } from './comments/comments-context.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import styles from './Summary.module.css'
import { SummaryFacts } from './SummaryFacts.tsx'
import { previousQuery } from './summaries.calls.ts'
import { CHANGES, REVIEW } from './views.ts'

const Review = lazy(() =>
  import('./comments/ReviewView.tsx').then(({ ReviewView }) => ({ default: ReviewView })),
)
const Changes = lazy(() =>
  import('./SummaryChanges.tsx').then(({ SummaryChanges }) => ({ default: SummaryChanges })),
)

type SummaryFrameProps = {
  shown: Summary
  /** the view in the address; undefined for the first one, and null for a part of a draft */
  view: string | undefined | null
  /** the names of the first view (the outline of a draft, the document of a frozen summary) and of the comments */
  names: { first: string; comments: string }
  /** beside the downloads */
  actions: ReactNode
  notice?: ReactNode
  /** the first view */
  children: ReactNode
}

/** A summary under its title, with links to the ways of looking at it, and the one in the address. */
export function SummaryFrame({ shown, view, names, actions, notice, children }: SummaryFrameProps) {
  const { summary } = shown
  const { data: previous } = useQuery(previousQuery(summary.id))
  const views: [string | undefined, string][] = [
    [undefined, names.first],
    [REVIEW, names.comments],
    ...(previous ? [[CHANGES, `Changed since ${previous.year}`] as [string, string]] : []),
  ]
  const chosen = () => {
    if (view === REVIEW) return <Review />
    return view === CHANGES ? <Changes shown={shown} /> : children
  }
  return (
    <>
      <PageHeader
        title={summary.title}
        intro={<SummaryFacts summary={summary} />}
        back={<BackToSummaries />}
        actions={
          <>
            <DownloadMenu summary={summary} />
            {actions}
          </>
        }
      />
      {notice}
      <nav aria-label="Views of this summary" className={styles.views}>
        {views.map(([one, words]) => (
          <Link
            key={words}
            to="."
            search={one ? { part: one } : {}}
            resetScroll={false}
            // the address without a view is a part of the others
            activeOptions={{ exact: true, includeSearch: true }}
            activeProps={{}}
            aria-current={one === view ? 'page' : undefined}
          >
            {words}
          </Link>
        ))}
      </nav>
      <CommentsProvider shown={shown}>
        <Suspense>{chosen()}</Suspense>
      </CommentsProvider>
    </>
  )
}
