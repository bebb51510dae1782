import { lazy, type ReactNode, Suspense } from 'react'
import type { SpelledText } from '../../../shared/review/spelling.ts'
import { useDecision } from '../decision-context.tsx'

const Correctable = lazy(() =>
  import('./CorrectSpelling.tsx').then(({ CorrectSpelling }) => ({ default: CorrectSpelling })),
)

type SpelledAtProps = {
  of: SpelledText
  /** the text as a reader sees it */
  children: ReactNode
}

/** A text of a record; its approver can correct the spelling here. */
export function SpelledAt({ of, children }: SpelledAtProps) {
  const decision = useDecision()
  if (!decision?.mayApprove || !decision.open) return children
  return (
    <Suspense fallback={children}>
      <Correctable of={of} decision={decision}>
        {children}
      </Correctable>
    </Suspense>
  )
}
