import { type DraftValues, isPart, isSameValue, mergeDrafts } from './merge.ts'

/** What the text of a draft contains. */
export type DraftContent = {
  /** the form key, so that a later try is the same form */
  form_key: string
  values: DraftValues
  /** the record when the values were begun; null when unknown */
  began?: DraftValues | null
  /** what another window had in places for one value */
  others?: string[]
  /** the newest saves that are part of it */
  saves?: string[]
}

/** Saves that a draft remembers; one that is repeated after a lost answer changes nothing. */
const SAVES_REMEMBERED = 40

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads values from their text; what cannot be read has none. */
export function readValues(text: string): DraftValues {
  const values = parse(text)
  return isPart(values) ? values : {}
}

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []

/** Reads a list of texts from its text; what cannot be read is none. */
export const readTexts = (text: string): string[] => textsIn(parse(text))

/** Reads the text of a draft; null if it is not in this form. */
export function readContent(text: string): DraftContent | null {
  const read = parse(text)
  if (!isPart(read) || typeof read.form_key !== 'string' || !isPart(read.values)) return null
  const { form_key, values, began, others, saves } = read
  const start = began === undefined ? {} : { began: isPart(began) ? began : null }
  return { form_key, values, ...start, others: textsIn(others), saves: textsIn(saves) }
}

/** One save of a window: what it has typed, and the values that it had last seen stored; null if it had seen none. */
export type DraftSave = { id: string; content: DraftContent; seen: DraftValues | null }

/** Whether this save is part of the draft. */
export const hasSave = ({ saves = [] }: DraftContent, id: string): boolean => saves.includes(id)

/**
 * Returns a draft after a save, and whether texts were joined. Without a stored draft, a window that had seen one keeps
 * what it has changed since: the rest was discarded or sent.
 */
export function afterSave(
  stored: DraftContent | null,
  { id, content, seen }: DraftSave,
): { content: DraftContent; isJoined: boolean } {
  if (stored && hasSave(stored, id)) return { content: stored, isJoined: false }
  const began = content.began ?? {}
  const { values, isJoined, others } =
    stored || seen
      ? mergeDrafts({ seen: seen ?? began, stored: stored?.values ?? began, typed: content.values })
      : { values: content.values, isJoined: false, others: [] }
  return {
    content: {
      ...content,
      form_key: stored?.form_key ?? content.form_key,
      values: { ...values },
      others: [...new Set([...(stored?.others ?? []), ...(content.others ?? []), ...others])],
      saves: [...(stored?.saves ?? []), id].slice(-SAVES_REMEMBERED),
    },
    isJoined,
  }
}

/** Returns what stays of a draft that a window discards: what it has not seen of other windows; null for nothing. */
export function afterDiscard(
  stored: DraftContent,
  seen: Pick<DraftContent, 'values' | 'others'>,
): DraftContent | null {
  const start = stored.began ?? {}
  const { values } = mergeDrafts({ seen: seen.values, stored: stored.values, typed: start })
  const others = (stored.others ?? []).filter((other) => !seen.others?.includes(other))
  return isSameValue(values, start) && others.length === 0
    ? null
    : { ...stored, values: { ...values }, others }
}
