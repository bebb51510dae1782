import type { FormDraft } from '../../shared/drafts/drafts.schema.ts'

/** What a form of this browser held and the server has not taken yet. */
export type DeviceCopy = {
  content: string
  revision: number
  typed_at: string
  /** the draft on the server that this was typed on top of; null when there was none */
  base: string | null
  /** what had been sent of it without an answer: where the server has one of these, the copy was typed on top of it */
  sent: string[]
}

/** What is known of a form when it is opened. */
export type DraftSources = {
  copy: DeviceCopy | null
  draft: FormDraft | null
  /** of the record as it is now */
  revision: number
}

/** Unsent work to begin with. */
export type UnsentWork = {
  content: string
  saved_at: string
  /** the record was changed after the draft was begun */
  isOutdated: boolean
  /** the draft on the server that it includes */
  base: string | null
}

/** Whether the server has what the copy knows of: what it began with, or what was sent of it and never answered. */
const includes = (copy: DeviceCopy, draft: FormDraft): boolean =>
  copy.base === draft.updated_at || copy.sent.includes(draft.content)

/** Whether the device has something newer than the server: built upon the server's draft, or typed after it. */
const isNewer = (copy: DeviceCopy, draft: FormDraft | null): boolean =>
  draft === null || includes(copy, draft) || Date.parse(copy.typed_at) > Date.parse(draft.updated_at)

/** The newest unsent work of a form, of this device or from the server; null when there is none. */
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
