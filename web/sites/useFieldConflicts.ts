import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { savedBeforeHeadline } from '../../shared/lib/saved-before.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import type { Choice } from '../drafts/SideBySide.tsx'
import { type Merged, mergeValues, withGroup } from '../drafts/merge.ts'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { placeNames } from './place-name.ts'
import { SITE_GROUPS, siteSides } from './site-sides.ts'
import { type SiteFormValues, siteToValues } from './site-form-values.ts'
import { ApiError } from '../lib/call.ts'

type ConflictState = Merged<SiteFormValues> & {
  who: string
  record: SiteProfile
  theirs: SiteFormValues
  /** the form values at the time of the conflict */
  mine: SiteFormValues
  /** the profile can still be saved from this form */
  isOpen: boolean
}

/** Compares the form with the profile that another user has saved since it was opened. */
function conflictOf(
  { record, began, mine }: { record: SiteProfile; began: SiteFormValues | null; mine: SiteFormValues },
  who: string,
  isOpen = true,
): ConflictState {
  const theirs = siteToValues(record)
  return { ...mergeValues(SITE_GROUPS, { began, theirs, mine }), who, record, theirs, mine, isOpen }
}

type ConflictHandling = {
  draft: OpenDraft<SiteFormValues>
  /** the profile as it was when the form was opened; null for a new one */
  record: SiteProfile | null
  /** reads the profile as it is now; `rebase` makes it the one that the next save is based on */
  reload: () => Promise<SiteProfile>
  rebase: (record: SiteProfile) => void
}

/** The conflict of a draft with what a colleague has saved since; null without a draft or without such changes. */
export function initialConflict({
  draft,
  record,
}: Pick<ConflictHandling, 'draft' | 'record'>): ConflictState | null {
  if (!record || draft.start === null) return null
  const conflict = conflictOf(
    { record, began: draft.began, mine: draft.start },
    savedBeforeHeadline({
      by: record.updated_by ?? 'Another user',
      at: record.updated_at,
      events: [],
      fields: [],
    }),
  )
  return conflict.taken.length > 0 || conflict.open.length > 0 ? conflict : null
}

/** Keeps a second save from overwriting the first: the person chooses each field that both changed (S-144). */
export function useFieldConflicts(
  form: UseFormReturnType<SiteFormValues>,
  opening: ConflictState | null,
  { draft, record, reload, rebase }: ConflictHandling,
) {
  const client = useQueryClient()
  const [conflict, setConflict] = useState(opening)
  const [chosen, setChosen] = useState<Record<string, Choice>>({})
  const began = useRef(draft.start === null ? (record ? siteToValues(record) : null) : draft.began)
  const place = useRef<HTMLDivElement>(null)

  const settle = (theirs: SiteFormValues) => {
    began.current = theirs
    draft.beganFrom(theirs)
  }

  /** Whether the refusal was a conflict with another user's save, which is then shown here. */
  const meet = async (error: unknown, mine: SiteFormValues): Promise<boolean> => {
    if (!(error instanceof ApiError) || !error.saved_before || error.why === 'repeated') return false
    const now = await reload()
    const next = conflictOf(
      { record: now, began: began.current, mine },
      savedBeforeHeadline(error.saved_before),
      error.why === 'conflict',
    )
    setConflict(next)
    setChosen({})
    if (next.isOpen) {
      form.setValues(next.values)
      rebase(now)
      if (next.open.length === 0) settle(next.theirs)
    }
    requestAnimationFrame(() => place.current?.focus())
    return true
  }

  const choose = (field: string, choice: Choice) => {
    const group = conflict?.open.find((one) => one[0] === field)
    if (!conflict || !group) return
    form.setValues(withGroup(form.values, conflict[choice], group))
    const next = { ...chosen, [field]: choice }
    setChosen(next)
    if (conflict.open.every((one) => next[one[0] ?? ''])) settle(conflict.theirs)
  }

  const placeName = placeNames(client, conflict?.record ?? record)
  const sides = conflict ? siteSides(conflict.open, conflict, placeName) : []
  return {
    met: conflict,
    chosen,
    sides,
    /** the colleague's changes to fields that this form had not changed */
    taken: conflict ? siteSides(conflict.taken, conflict, placeName) : [],
    place,
    meet,
    choose,
    isUndecided: conflict !== null && conflict.isOpen && sides.some(({ field }) => !chosen[field]),
  }
}
