import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import { useActor } from '../app/actor.tsx'
import type { FormKey } from '../lib/form-key.ts'
import type { Found } from './choose-draft.ts'
import { draftKeeper, type Kept } from './draft-keeper.ts'

export type DraftOf<Values> = {
  form: DraftForm
  /** absent for a record that does not exist yet */
  record_id?: number
  /** of the record that the form shows */
  revision?: number
  /** the values of the form, from what was kept; null when they are none */
  read: (kept: unknown) => Values | null
}

/** A form that was opened: what it starts from, and where its work is kept. */
export type OpenDraft<Values> = {
  /** under which the work is sent for good */
  key: FormKey
  /** typed earlier and never sent, or null */
  start: Values | null
  /** `start` was begun before somebody changed the record */
  isOutdated: boolean
  /** where the work is now; null while nothing is kept */
  kept: Kept
  /** call it with every change */
  keep: (values: Values) => void
  /** call it before the work is sent for good; what it resolves with goes on keeping when that failed */
  hold: () => Promise<() => void>
  /** the work is done or thrown away */
  drop: () => Promise<void>
}

export type Offer = { saved_at: string; isOutdated: boolean; take: () => void; discard: () => void }

type Draft<Values> = { loading: boolean; offer: Offer | null; open: OpenDraft<Values> | null }

function readContent<Values>({ read }: DraftOf<Values>, found: Found | null | undefined): Values | null {
  if (!found) return null
  try {
    return read(JSON.parse(found.content))
  } catch {
    return null
  }
}

/**
 * The kept work of a form: first it loads, then an older draft may be on offer, then the form is open. `DraftGate`
 * shows the three one after the other.
 */
export function useDraft<Values>(of: DraftOf<Values>): Draft<Values> {
  const { id: actor_id } = useActor()
  const { form, record_id = 0, revision = 0 } = of
  const opening = useId()
  const [kept, setKept] = useState<Kept>(null)
  const [answer, setAnswer] = useState<'take' | 'discard' | null>(null)
  const keeper = useMemo(
    () => draftKeeper({ actor_id, form, record_id }, setKept),
    [actor_id, form, record_id],
  )
  // asked once per opening; without a line at once, for the device may know
  const { data: found, isPending } = useQuery({
    queryKey: ['draft', actor_id, form, record_id, opening],
    queryFn: () => keeper.find({ revision }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const values = readContent(of, found)
  const isOffered = found && values !== null && !found.isOwn && answer === null
  const isOpen = !isPending && !isOffered
  const start = answer === 'discard' ? null : values

  useEffect(() => {
    return isOpen ? keeper.watch() : undefined
  }, [keeper, isOpen])

  return {
    loading: isPending,
    offer: isOffered
      ? {
          saved_at: found.saved_at,
          isOutdated: found.isOutdated,
          take: () => setAnswer('take'),
          discard: () => {
            void keeper.forget()
            setAnswer('discard')
          },
        }
      : null,
    open: isOpen
      ? {
          key: keeper.key,
          start,
          isOutdated: start !== null && (found?.isOutdated ?? false),
          kept,
          keep: keeper.keep,
          hold: keeper.hold,
          drop: keeper.forget,
        }
      : null,
  }
}
