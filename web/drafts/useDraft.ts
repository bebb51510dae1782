import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import { useActor } from '../lib/useActor.ts'
import type { FormKey } from '../lib/form-key.ts'
import type { DraftValues } from '../../shared/drafts/merge.ts'
import { createDraftKeeper, type DraftLocation, type UnsentWork } from './draft-keeper.ts'

export type DraftOf<Values extends object> = {
  form: DraftForm
  /** the name of the form's subject on the screen: "Samahan ng Pangil", "a new profile" */
  name: string
  /** absent for a record that does not exist yet */
  record_id?: number
  /** the revision of the record that the form shows */
  revision?: number
  /** the current record as form values; absent where the form compares nothing */
  record?: Values
  /** returns the form values in a stored draft, or null when it contains none */
  read: (stored: unknown) => Values | null
}

/** An open form: what it starts from, and its draft. */
export type OpenDraft<Values extends object> = {
  /** the form key of the final save */
  key: FormKey
  /** typed earlier and never saved, or null */
  start: Values | null
  /** the record when the work was begun; null when unknown */
  began: Values | null
  /** where the draft is stored; null while there is none */
  stored: DraftLocation
  keep: (values: Values) => void
  /** calls back with what another window of the person has saved, or null after a discard; returns the end of it */
  onCame: (take: (values: Values | null) => void) => () => void
  /** call it when the person has seen the current record */
  beganFrom: (record: Values) => void
  /** call it before the final save; if that fails, the function it resolves with resumes the draft */
  hold: () => Promise<() => void>
  /** deletes the draft, after a save or a discard */
  drop: () => Promise<void>
}

/** Unsent work that the form was opened with. */
export type RestoredDraft<Values> = {
  saved_at: string
  isOutdated: boolean
  values: Values
  discard: () => void
}

type Draft<Values extends object> = {
  loading: boolean
  restored: RestoredDraft<Values> | null
  open: OpenDraft<Values> | null
  /** grows when the form must start again */
  opening: number
}

type ReadDraft<Values> = { found: UnsentWork | null; values: Values | null; began: Values | null }

function readOr<Values extends object>({ read }: DraftOf<Values>, stored: DraftValues | null): Values | null {
  try {
    return stored && read(stored)
  } catch {
    return null
  }
}

/** Loads the draft of a form, opens the form with it, and can discard it (S-143). `DraftGate` shows both. */
export function useDraft<Values extends object>(of: DraftOf<Values>): Draft<Values> {
  const { id: actor_id } = useActor()
  const { form, record_id = 0, revision = 0, record } = of
  const asked = useId()
  const [stored, setStored] = useState<DraftLocation>(null)
  const [isDone, setDone] = useState(false)
  const [opening, setOpening] = useState(0)
  const keeper = useMemo(
    () => createDraftKeeper({ actor_id, form, record_id }, setStored),
    [actor_id, form, record_id],
  )
  // read once per opening; without a connection too, because the device may have a copy
  const { data, isPending } = useQuery({
    queryKey: ['draft', actor_id, form, record_id, asked],
    queryFn: async (): Promise<ReadDraft<Values>> => {
      const found = await keeper.find({ revision, began: (record as DraftValues | undefined) ?? null })
      return { found, values: readOr(of, found?.values ?? null), began: readOr(of, found?.began ?? null) }
    },
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
    if (record !== undefined) keeper.beganFrom(record as DraftValues)
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
          stored,
          keep: keeper.keep as (values: Values) => void,
          onCame: (take) => keeper.onCame((values) => take(readOr(of, values))),
          beganFrom: keeper.beganFrom as (record: Values) => void,
          hold: keeper.hold,
          drop,
        }
      : null,
  }
}

/** Takes over into a form what another window of the person has saved; null means that nothing is left of the draft. */
export function useTakeOver<Values extends object>(
  draft: Pick<OpenDraft<Values>, 'onCame'> | null,
  take: (values: Values | null) => void,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  const onCame = draft?.onCame
  useEffect(() => onCame?.((values) => latest.current(values)), [onCame])
}
