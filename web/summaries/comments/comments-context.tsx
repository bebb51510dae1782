import { createContext, type ReactNode, use, useState } from 'react'
import { canEditSummary } from '../../../shared/summaries/summaries.policy.ts'
import { commentsApi, type SummaryComment } from '../../../shared/summaries/comments.schema.ts'
import type { Summary, SummaryRow } from '../../../shared/summaries/summaries.schema.ts'
import { DraftGate } from '../../drafts/DraftGate.tsx'
import { type DraftOf, type OpenDraft, useTakeOver } from '../../drafts/useDraft.ts'
import { useDraftGuard } from '../../drafts/useDraftGuard.ts'
import { useRead } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

/** What is being typed: `target` is a place or a step of a comment, as `CommentForm` names it. */
type Typing = { target: string; text: string }

type Comments = {
  shown: Summary
  comments: readonly SummaryComment[]
  /** false until they are known to be all */
  isLoaded: boolean
  /** what is typed; null while no form is open, and for readers */
  typing: Typing | null
  /** whether this person may comment now */
  isOpen: boolean
  type: (typing: Typing | null) => void
  draft: OpenDraft<Typing> | null
}

const Context = createContext<Comments | null>(null)

/** The comments of the summary that is shown, and the form in which one is typed. */
export function useComments(): Comments {
  const found = use(Context)
  if (!found) throw new Error('There are no comments here.')
  return found
}

const readTyping = (stored: unknown): Typing | null =>
  typeof stored === 'object' && stored !== null && 'target' in stored && 'text' in stored
    ? (stored as Typing)
    : null

/** The draft of what a person types as a comment on a summary. */
export const draftOfComment = ({ id, title }: Pick<SummaryRow, 'id' | 'title'>): DraftOf<Typing> => ({
  form: 'summary-comment',
  name: `a comment on ${title}`,
  record_id: id,
  read: readTyping,
})

type Provided = Pick<Comments, 'shown' | 'comments' | 'isLoaded'> & { children: ReactNode }

function Writable({ draft, children, ...known }: Provided & { draft: OpenDraft<Typing> }) {
  const [typing, setTyping] = useState(draft.start)
  useTakeOver(draft, setTyping)
  useDraftGuard({
    draft,
    active: typing !== null && typing.text.trim() !== '',
    title: 'Leave without sending your comment?',
  })
  const type = (next: Typing | null) => {
    setTyping(next)
    if (next && next.text !== '') draft.keep(next)
    else void draft.drop()
  }
  return <Context value={{ ...known, typing, type, isOpen: true, draft }}>{children}</Context>
}

/** Provides the comments of a summary; people who may comment find what they had typed. */
export function CommentsProvider({ shown, children }: Pick<Provided, 'shown' | 'children'>) {
  const { summary } = shown
  const { data, error, refetch } = useRead(commentsApi.list, {
    params: { id: summary.id },
    staleTime: 0,
  })
  const known = { shown, comments: data?.comments ?? [], isLoaded: data !== undefined }
  const page = (
    <>
      {error && !data ? (
        <LoadFailed title="The comments could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {children}
    </>
  )
  if (!canEditSummary(useActor(), summary).ok)
    return (
      <Context value={{ ...known, typing: null, type: () => undefined, isOpen: false, draft: null }}>
        {page}
      </Context>
    )
  return (
    <DraftGate of={draftOfComment(summary)}>
      {(draft) => (
        <Writable {...known} draft={draft}>
          {page}
        </Writable>
      )}
    </DraftGate>
  )
}
