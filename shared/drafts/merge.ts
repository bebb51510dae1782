/** The values of a form, by field. */
export type DraftValues = Readonly<Record<string, unknown>>

/** The states of a value: as a window last saw it stored, as it is stored now, and as it is in that window. */
export type DraftStates = { seen: unknown; stored: unknown; typed: unknown }

export type MergedDraft = {
  values: DraftValues
  /** whether two texts of one place were joined */
  isJoined: boolean
  /** typed in the other window, in places that have room for one value: "Project area: 13" */
  others: string[]
}

type Found = Omit<MergedDraft, 'values'>
type Part = Record<string, unknown>

/** Fields that say what an item is about. They are chosen as a whole. */
const WHOLE = new Set(['at', 'place'])
/** Fields of an item that no person types. */
const NOT_TYPED = new Set([
  ...WHOLE,
  'since',
  'sent',
  'was',
  'written_at',
  'label',
  'old',
  'complaint',
  'key',
])

/** Places with room for sentences, where a second text is put below the first. */
const SENTENCES = /(^|\/)(text|words)$|^(comments|own)\/|\/facts\/0\/value$/

/** Whether a value has fields. */
export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether nothing is entered. */
const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isPart(value) && Object.values(value).every(isBlank))

const fieldsOf = (...parts: unknown[]): string[] => [
  ...new Set(parts.flatMap((part) => (isPart(part) ? Object.keys(part) : []))),
]

/** Whether two values are the same; what is blank is like what is absent. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other || (isBlank(one) && isBlank(other))) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]))
  if (isPart(one) && isPart(other))
    return fieldsOf(one, other).every((field) => isSameValue(one[field], other[field]))
  return false
}

const idOf = ({ key, id, upload_id, field, target }: Part): unknown =>
  key ?? id ?? upload_id ?? field ?? target

function nameOf(item: unknown): string {
  const id = isPart(item) ? idOf(item) : null
  return typeof id === 'string' || typeof id === 'number' ? String(id) : JSON.stringify(item)
}

/** Whether a part is one thing, such as a point, and not a group of places. */
const isItem = (part: Part): boolean => idOf(part) !== undefined || 'text' in part || 'value' in part

/** Whether the places within two parts are merged one by one. */
function hasPlaces(stored: unknown, typed: unknown): boolean {
  if (isPart(stored) && isPart(typed)) return idOf(stored) === idOf(typed)
  if (isPart(stored)) return isBlank(typed) && !isItem(stored)
  return isPart(typed) && isBlank(stored) && !isItem(typed)
}

/** "Project area: 13" of `project_area`; '' if the value has no words. */
function otherWords(field: string, value: unknown): string {
  const words = isPart(value) ? (value.name ?? value.text) : value
  const isWord = typeof words === 'string' || typeof words === 'number'
  if (!isWord || NOT_TYPED.has(field) || (field.endsWith('_id') && !isPart(value))) return ''
  const label = field.replace(/_id$/, '').replaceAll('_', ' ')
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${words}`
}

/** Between two sentences, and around the end of a line; "1.5 ha" is in one. */
const SENTENCE_ENDS = /(?<=[.!?])(?=\s)|(?=\n)|(?<=\n)/
const sentencesOf = (text: string): string[] => text.split(SENTENCE_ENDS)

/** A text without the sentences that both windows had seen and that are still stored. */
function withoutKnown(seen: string, stored: string, typed: string): string {
  const [before, now] = [seen, stored].map((text) => new Set(sentencesOf(text).map((part) => part.trim())))
  const isKnown = (sentence: string) => before?.has(sentence) && now?.has(sentence)
  return sentencesOf(typed)
    .filter((part) => part === '\n' || !isKnown(part.trim()))
    .join('')
    .trim()
}

/** Returns what a window has added to a text that both had seen, from a whole word on, or the sentences that are new. */
function addedTo(seen: unknown, stored: string, typed: string): string {
  if (typeof seen !== 'string') return typed
  if (!stored.includes(seen) || !typed.startsWith(seen)) return withoutKnown(seen, stored, typed)
  const isWord = [stored.slice(stored.indexOf(seen)), typed].every((text) =>
    /^(\s|$)/.test(text.slice(seen.length)),
  )
  const lastWord = Math.max(seen.lastIndexOf(' '), seen.lastIndexOf('\n')) + 1
  return typed.slice(isWord ? seen.length : lastWord).trimStart()
}

/** Both texts if the place has room for sentences; otherwise the one of this window, and the other is named. */
function mergeBoth(place: readonly string[], { seen, stored, typed }: DraftStates, found: Found): unknown {
  if (typeof stored === 'string' && typeof typed === 'string' && SENTENCES.test(place.join('/'))) {
    if (stored.includes(typed)) return stored
    if (typed.includes(stored)) return typed
    const added = addedTo(seen, stored, typed)
    if (added === '') return stored
    found.isJoined = true
    return `${stored.trimEnd()}\n\n${added}`
  }
  const other = otherWords(place.at(-1) ?? '', stored)
  if (other) found.others.push(other)
  return typed
}

type List = ReadonlyMap<string, unknown>
const listOf = (value: unknown): List =>
  new Map((Array.isArray(value) ? value : []).map((item: unknown) => [nameOf(item), item]))

/** Whether a window has moved no item of a list. */
function isUnmoved(seen: List, typed: List): boolean {
  const stayed = [...typed.keys()].filter((name) => seen.has(name))
  return [...seen.keys()].filter((name) => typed.has(name)).every((name, index) => name === stayed[index])
}

/** Merges two lists item by item; an item that one window changed and the other removed stays. */
function mergeLists(place: readonly string[], states: DraftStates, found: Found): unknown[] {
  const [seen, stored, typed] = [listOf(states.seen), listOf(states.stored), listOf(states.typed)]
  const lead = isUnmoved(seen, typed) ? stored : typed
  return [...new Set([...lead.keys(), ...stored.keys(), ...typed.keys()])].flatMap((name) => {
    const of = { seen: seen.get(name), stored: stored.get(name), typed: typed.get(name) }
    return mergePlace([...place, name], of, found) ?? []
  })
}

function mergePlace(place: readonly string[], states: DraftStates, found: Found): unknown {
  const { seen, stored, typed } = states
  if (isSameValue(typed, stored) || isSameValue(typed, seen)) return stored
  if (isSameValue(stored, seen)) return typed
  if (Array.isArray(stored) || Array.isArray(typed)) return mergeLists(place, states, found)
  if (!WHOLE.has(place.at(-1) ?? '') && hasPlaces(stored, typed)) {
    const merged = fieldsOf(stored, typed).map((field): [string, unknown] => {
      const [was, now, own] = [seen, stored, typed].map((part) => (isPart(part) ? part[field] : undefined))
      return [field, mergePlace([...place, field], { seen: was, stored: now, typed: own }, found)]
    })
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
  }
  if (isBlank(typed)) return stored
  if (isBlank(stored)) return typed
  return mergeBoth(place, states, found)
}

/**
 * Merges what a window has typed with what another window of the same person has stored meanwhile, place by place: a
 * field, a point, a comment, a tick (S-166). Where both typed in one place, both texts stay; what one of them changed
 * and the other removed stays.
 */
export function mergeDrafts(states: DraftStates): MergedDraft {
  const found: Found = { isJoined: false, others: [] }
  const values = mergePlace([], states, found)
  return { values: isPart(values) ? values : {}, ...found }
}
