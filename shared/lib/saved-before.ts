import { formatDateTime } from './dates.ts'
import { fieldWords } from './field-words.ts'
import { formatList, shortened } from './format.ts'

/**
 * Who saved a record after another user had opened it, when (ISO), and what changed. Sent with the refusal (S-144);
 * `fields` and `events` are named as in the log, oldest first.
 */
export type SavedBefore = {
  by: string
  at: string
  events: string[]
  fields: { field: string; old: string | null; new: string | null }[]
}

const MAX_NAMED = 4
const MAX_LETTERS = 80

/** "Approved (PENRO)" as "approved"; any other event as "changed". */
function verbOf(event: string): string {
  const verb = event.split(' ')[0] ?? ''
  return ['Submitted', 'Recalled', 'Approved', 'Returned', 'Deactivated', 'Activated'].includes(verb)
    ? verb.toLowerCase()
    : 'changed'
}

/** "Isabel Muñoz changed and submitted this on Nov 26, 2026 10:42 AM", without a full stop. */
export function savedBeforeHeadline({ by, at, events }: SavedBefore): string {
  const verbs = [...new Set(events.map(verbOf))]
  const did = verbs.length === 0 ? 'changed' : formatList(verbs)
  return `${by} ${did} this on ${formatDateTime(at)}`
}

/** "project area (now 120.5)", shortened to fit a sentence */
function changedFieldWords({ field, new: now }: SavedBefore['fields'][number]): string {
  const name = fieldWords(field)
  return now === null ? name : `${name} (now ${shortened(now, MAX_LETTERS)})`
}

/** The same with the changed fields and what happens to the reader's own changes, in whole sentences. */
export function savedBeforeWords(saved: SavedBefore): string {
  const names = [...new Set(saved.fields.map(changedFieldWords))]
  const named = names.slice(0, MAX_NAMED)
  const rest = names.length - named.length
  const more = rest > 0 ? [`${rest} more`] : []
  const what = named.length > 0 ? ` Changed: ${formatList([...named, ...more])}.` : ''
  return `${savedBeforeHeadline(saved)}.${what} Your changes were not saved, and theirs were not replaced.`
}
