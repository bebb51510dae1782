import type { FormDraft } from '../../shared/drafts/drafts.schema.ts'

/** The part of a form's work that only this device has: the server has not stored it yet. */
export type DeviceCopy = {
  content: string
  revision: number
  typed_at: string
  /** `updated_at` of the server's draft that this was typed on top of; null when there was none */
  base: string | null
  /** contents that were sent without an answer: if the server's draft is one of them, this was typed on top of it */
  sent: string[]
}

/** The known states of a form when it is opened. */
export type DraftSources = {
  copy: DeviceCopy | null
  draft: FormDraft | null
  revision: number
}

/** Unsent work that a form starts with. */
export type UnsentWork = {
  content: string
  saved_at: string
  /** the record was changed after the draft was begun */
  isOutdated: boolean
  /** `updated_at` of the server's draft that this includes */
  base: string | null
}

/** Whether the copy includes the server's draft: it began from it, or sent it and got no answer. */
const includes = (copy: DeviceCopy, draft: FormDraft): boolean =>
  copy.base === draft.updated_at || copy.sent.includes(draft.content)

/** Whether the device's copy is newer than the server's draft: typed on top of it, or after it. */
const isNewer = (copy: DeviceCopy, draft: FormDraft | null): boolean =>
  draft === null || includes(copy, draft) || Date.parse(copy.typed_at) > Date.parse(draft.updated_at)

/** Returns the newest unsent work of a form, from this device or the server; null when there is none. */
export function chooseDraft({ copy, draft, revision }: DraftSources): UnsentWork | null {
  if (copy && isNewer(copy, draft)) {
    const isOutdated = copy.revision !== revision
    const base = draft && includes(copy, draft) ? draft.updated_at : copy.base
    return { content: copy.content, saved_at: copy.typed_at, isOutdated, base }
  }
  if (!draft) return null
  const isOutdated = draft.revision !== revision
  return {
    content: draft.content,
    saved_at: draft.updated_at,
    isOutdated,
    base: draft.updated_at,
  }
}
