import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import { useActor } from '../lib/useActor.ts'
import type { FormKey } from '../lib/form-key.ts'
import type { UnsentWork } from './choose-draft.ts'
import { createDraftKeeper, type DraftLocation } from './draft-keeper.ts'

export type DraftOf<Values> = {
  form: DraftForm
  /** what the form is about, for people: "Samahan ng Pangil", "a new profile" */
  name: string
  /** absent for a record that does not exist yet */
  record_id?: number
  /** of the record that the form shows */
  revision?: number
  /** what the record says now, as values of the form; left out where the form compares nothing */
  record?: Values
  /** the values of the form, from what was kept; null when they are none */
  read: (stored: unknown) => Values | null
}

/** A form that was opened: what it starts from, and where its work is kept. */
export type OpenDraft<Values> = {
  /** under which the work is sent for good */
  key: FormKey
  /** typed earlier and never sent, or null */
  start: Values | null
  /** what the record said when the work was begun; null where no one knows */
  began: Values | null
  /** where the work is now; null while nothing is kept */
  kept: DraftLocation
  /** call it with every change */
  keep: (values: Values) => void
  /** call it once the person knows what the record says now */
  beganFrom: (record: Values) => void
  /** call it before the work is sent for good; what it resolves with goes on keeping when that failed */
  hold: () => Promise<() => void>
  /** the work is done or thrown away */
  drop: () => Promise<void>
}

/** Unsent work that the form was opened with. */
export type RestoredDraft<Values> = {
  saved_at: string
  isOutdated: boolean
  values: Values
  discard: () => void
}

type Draft<Values> = {
  loading: boolean
  restored: RestoredDraft<Values> | null
  open: OpenDraft<Values> | null
  /** grows when the form is to begin anew */
  opening: number
}

type ReadDraft<Values> = { found: UnsentWork | null; values: Values | null; began: Values | null }

function readUnsent<Values>(
  { read }: DraftOf<Values>,
  found: (UnsentWork & { began: unknown }) | null,
): ReadDraft<Values> {
  if (!found) return { found, values: null, began: null }
  try {
    return { found, values: read(JSON.parse(found.content)), began: found.began ? read(found.began) : null }
  } catch {
    return { found, values: null, began: null }
  }
}

/**
 * The kept work of a form, wherever it was left: first it loads, then the form is open with it, and the person can
 * discard it (S-143). `DraftGate` shows both.
 */
export function useDraft<Values>(of: DraftOf<Values>): Draft<Values> {
  const { id: actor_id } = useActor()
  const { form, record_id = 0, revision = 0, record } = of
  const asked = useId()
  const [stored, setKept] = useState<DraftLocation>(null)
  const [isDone, setDone] = useState(false)
  const [opening, setOpening] = useState(0)
  const keeper = useMemo(
    () => createDraftKeeper({ actor_id, form, record_id }, setKept),
    [actor_id, form, record_id],
  )
  // asked once per opening; without a line at once, for the device may know
  const { data, isPending } = useQuery({
    queryKey: ['draft', actor_id, form, record_id, asked],
    queryFn: async () => readUnsent(of, await keeper.find({ revision, began: record })),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { found = null, values = null, began = null } = data ?? {}
  const isOpen = !isPending
  const start = isDone ? null : values
  const isOutdated = start !== null && (found?.isOutdated ?? false)

  useEffect(() => {
    return isOpen ? keeper.watch() : undefined
  }, [keeper, isOpen])

  const drop = useCallback(() => {
    setDone(true)
    return keeper.forget()
  }, [keeper])
  const discard = () => {
    void drop()
    if (record !== undefined) keeper.beganFrom(record)
    setOpening((count) => count + 1)
  }
  return {
    loading: isPending,
    restored:
      found && start !== null ? { saved_at: found.saved_at, isOutdated, values: start, discard } : null,
    opening,
    open: isOpen
      ? {
          key: keeper.key,
          start,
          began: start === null ? (record ?? null) : began,
          kept: stored,
          keep: keeper.keep,
          beganFrom: keeper.beganFrom,
          hold: keeper.hold,
          drop,
        }
      : null,
  }
}
