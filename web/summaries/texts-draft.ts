import { paragraphForm } from '../../shared/lib/text-form.ts'
import { SECTIONS, type Section } from '../../shared/summaries/sections.ts'
import type { SummaryRow, SummaryText } from '../../shared/summaries/summaries.schema.ts'
import type { DraftOf } from '../drafts/useDraft.ts'

/** What someone types into one part, and the text they began from. */
type TypedText = {
  text: string
  /** `written_at` of the text it began from; null where there was none */
  written_at: string | null
  /** what was sent of it and never answered: where the server has it, it is the own text */
  sent: string | null
}
export type TypedTexts = Partial<Record<Section, TypedText>>

type Stored = readonly SummaryText[]

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What was kept; null when it is none. */
function readTypedTexts(stored: unknown): TypedTexts | null {
  if (typeof stored !== 'object' || stored === null) return null
  const found: TypedTexts = {}
  for (const section of SECTIONS) {
    const one = (stored as Partial<Record<Section, Record<string, unknown>>>)[section]
    if (typeof one?.text !== 'string') continue
    found[section] = { text: one.text, written_at: textOrNull(one.written_at), sent: textOrNull(one.sent) }
  }
  return found
}

/** All that one person types into a summary is one draft. */
export const draftOfTexts = ({ id, title }: Pick<SummaryRow, 'id' | 'title'>): DraftOf<TypedTexts> => ({
  form: 'summary-texts',
  name: title,
  record_id: id,
  read: readTypedTexts,
})

const isSameText = (a: string, b: string): boolean => paragraphForm(a) === paragraphForm(b)

const storedText = (texts: Stored, section: Section): SummaryText | null =>
  texts.find((one) => one.section === section) ?? null

/** The state of one part: what is typed and what is stored. */
export type PartState = {
  /** what its field shows */
  value: string
  stored: SummaryText | null
  isUnsaved: boolean
  /** another user has written it since the typing began */
  isOvertaken: boolean
  /** the text that a save says it began from */
  base: string | null
}

export function partState(typed: TypedTexts, texts: Stored, section: Section): PartState {
  const stored = storedText(texts, section)
  const now = stored?.text ?? ''
  const written_at = stored?.written_at ?? null
  const own = typed[section]
  if (!own) return { value: now, stored, isUnsaved: false, isOvertaken: false, base: written_at }
  const isUnsaved = !isSameText(own.text, now)
  // the answer to the own save was lost, and it was saved all the same
  const isOwnSave = own.sent !== null && isSameText(own.sent, now)
  const isOvertaken = isUnsaved && !isOwnSave && own.written_at !== written_at
  return { value: own.text, stored, isUnsaved, isOvertaken, base: isOvertaken ? own.written_at : written_at }
}

/** The parts that hold something the server does not have. */
export const unsavedParts = (typed: TypedTexts, texts: Stored): Section[] =>
  SECTIONS.filter((section) => partState(typed, texts, section).isUnsaved)

/** What is to be kept as a draft; null when everything is saved. */
export function unsavedOf(typed: TypedTexts, texts: Stored): TypedTexts | null {
  const parts = unsavedParts(typed, texts)
  if (parts.length === 0) return null
  return Object.fromEntries(parts.map((section) => [section, typed[section]]))
}

/** One more change of a part; it goes on from the text that the typing began with. */
export function withTyped(typed: TypedTexts, texts: Stored, section: Section, text: string): TypedTexts {
  const own = typed[section]
  const { base } = partState(typed, texts, section)
  return { ...typed, [section]: { text, written_at: base, sent: own?.sent ?? null } }
}

export function withoutTyped(typed: TypedTexts, section: Section): TypedTexts {
  const { [section]: _gone, ...rest } = typed
  return rest
}

/** A save was answered: what was typed while it was on its way is typed on top of it. */
export function withSaved(
  typed: TypedTexts,
  section: Section,
  sent: string,
  written: SummaryText,
): TypedTexts {
  const own = typed[section]
  if (!own || own.text === sent) return withoutTyped(typed, section)
  return { ...typed, [section]: { text: own.text, written_at: written.written_at, sent: null } }
}

/** A save got no answer: the server may have this text by now. */
export function withUnanswered(typed: TypedTexts, section: Section, sent: string): TypedTexts {
  const own = typed[section]
  return own ? { ...typed, [section]: { ...own, sent } } : typed
}

/** The other one's text was read: the own one is to take its place. */
export function withOthersSeen(typed: TypedTexts, texts: Stored, section: Section): TypedTexts {
  const own = typed[section]
  const written_at = storedText(texts, section)?.written_at ?? null
  return own ? { ...typed, [section]: { ...own, written_at, sent: null } } : typed
}
