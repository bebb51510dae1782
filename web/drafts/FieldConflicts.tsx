import type { ReactNode, Ref } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { type Choice, SideBySide, type Side } from './SideBySide.tsx'

type FieldConflictsProps = {
  /** "Isabel Muñoz changed this on Nov 26, 2026 10:42 AM" */
  who: string
  sides: readonly Side[]
  chosen: Readonly<Record<string, Choice>>
  /** absent where nothing can be saved any more, and both sides are only shown */
  onChoose?: (field: string, choice: Choice) => void
  place?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** Shows who saved first, when, and both changes side by side; the person chooses one of each before saving (S-144). */
export function FieldConflicts({ who, sides, chosen, onChoose, place, children }: FieldConflictsProps) {
  const open = sides.filter(({ field }) => !chosen[field])
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="warning" live title={who}>
        {children}
        {sides.length > 0 && onChoose ? (
          <p>
            {open.length > 0
              ? 'You both changed these fields. Choose what stays in each, then save again.'
              : 'You have chosen what stays. Save again when you are ready.'}
          </p>
        ) : null}
        {sides.length > 0 ? (
          <SideBySide
            theirs="Saved by your colleague"
            mine="In your form"
            sides={sides}
            chosen={chosen}
            {...(onChoose ? { onChoose } : {})}
          />
        ) : null}
      </Notice>
    </div>
  )
}
