import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { isSameValue } from '../../shared/drafts/merge.ts'
import { useDraft, type OpenDraft, type RestoredDraft, useTakeOver } from '../drafts/useDraft.ts'
import { type DecisionDraft, type DecisionOf, draftOfDecision, NOTHING_PREPARED } from './decision-draft.ts'
import { leftOf } from './points/draft-points.ts'
import { usePoints } from './points/points-context.tsx'

export type Decision = {
  draft: DecisionDraft
  /** replaces these parts, here and in the stored draft */
  change: (parts: Partial<DecisionDraft>) => void
  /** forgets all parts after a decision, here and in the stored draft */
  clear: () => void
  /** the stored draft; null while it is read */
  open: OpenDraft<DecisionDraft> | null
  /** unsent work that the page was opened with */
  restored: RestoredDraft<DecisionDraft> | null
  name: string
  /** whether the person may approve the record now, and not only return it */
  mayApprove: boolean
  /** whether points can be sent: the reviewer may return the record */
  mayReturn: boolean
  /** the new point whose form is open: the id of its place, and its key in the draft */
  writing: { at: string; key: string } | null
  /** opens the form for a new point at the place of this id, or closes it */
  write: (at: string | null) => void
}

const DecisionContext = createContext<Decision | null>(null)

/** What the reviewer has prepared for the decision on this page; null for a reader who cannot decide now. */
export const useDecision = (): Decision | null => use(DecisionContext)

type WithDecisionProps = {
  of: DecisionOf
  name: string
  isOn: boolean
  mayApprove: boolean
  mayReturn: boolean
  children: ReactNode
}

/** Keeps what a reviewer prepares anywhere on the page: points, comments, ticks and spelling, as one stored draft. */
export function WithDecision({ isOn, children, ...props }: WithDecisionProps) {
  return isOn ? <Prepared {...props}>{children}</Prepared> : children
}

function Prepared({ of, name, mayApprove, mayReturn, children }: Omit<WithDecisionProps, 'isOn'>) {
  const { open, restored } = useDraft(draftOfDecision(of, name))
  const [written, setWritten] = useState<DecisionDraft | null>(null)
  const [writing, setWriting] = useState<Decision['writing']>(null)
  useTakeOver(open, (came) => setWritten(came ?? NOTHING_PREPARED))
  const sent = usePoints()?.points ?? []
  const begun = open?.start
  const start = begun && restored?.isOutdated ? leftOf(begun, sent) : begun
  const isSent = !written && !!begun && start !== begun && isSameValue(start, NOTHING_PREPARED)
  const drop = open?.drop
  useEffect(() => {
    if (isSent) void drop?.()
  }, [isSent, drop])
  const draft = written ?? start ?? NOTHING_PREPARED
  const change = (parts: Partial<DecisionDraft>) => {
    const changed = { ...draft, ...parts }
    setWritten(changed)
    open?.keep(changed)
  }
  const write = (at: string | null) => setWriting(at === null ? null : { at, key: crypto.randomUUID() })
  const clear = () => {
    setWritten(NOTHING_PREPARED)
    write(null)
    void open?.drop()
  }
  const discarded = restored && {
    ...restored,
    discard: () => {
      setWritten(null)
      write(null)
      restored.discard()
    },
  }
  return (
    <DecisionContext
      value={{ draft, change, clear, open, restored: discarded, name, mayApprove, mayReturn, writing, write }}
    >
      {children}
    </DecisionContext>
  )
}
