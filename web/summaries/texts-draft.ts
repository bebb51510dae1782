import { paragraphForm } from '../../shared/lib/text-form.ts'
import { SECTIONS, type Section } from '../../shared/summaries/sections.ts'
import type { SummaryRow, SummaryText } from '../../shared/summaries/summaries.schema.ts'
import type { DraftOf } from '../drafts/useDraft.ts'

/** The unsaved text of one part, and the stored text it is based on. */
type TypedText = {
  text: string
  /** `written_at` of the stored text it is based on; null if there was none */
  written_at: string | null
  /** text that was sent without a reply: if the server has it, it is no conflict */
  sent: string | null
}
export type TypedTexts = Partial<Record<Section, TypedText>>

type Stored = readonly SummaryText[]

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Reads a stored draft; null if it is not one. */
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

/** One draft for everything that a person types into a summary. */
export const draftOfTexts = ({ id, title }: Pick<SummaryRow, 'id' | 'title'>): DraftOf<TypedTexts> => ({
  form: 'summary-texts',
  name: title,
  record_id: id,
  read: readTypedTexts,
})

const isSameText = (a: string, b: string): boolean => paragraphForm(a) === paragraphForm(b)

const storedText = (texts: Stored, section: Section): SummaryText | null =>
  texts.find((one) => one.section === section) ?? null

/** The state of one part: its typed and its stored text. */
export type PartState = {
  value: string
  stored: SummaryText | null
  isUnsaved: boolean
  /** another user has saved the part since the typing began */
  isOvertaken: boolean
  /** `written_at` of the text that a save is based on */
  base: string | null
}

export function partState(typed: TypedTexts, texts: Stored, section: Section): PartState {
  const stored = storedText(texts, section)
  const now = stored?.text ?? ''
  const written_at = stored?.written_at ?? null
  const own = typed[section]
  if (!own) return { value: now, stored, isUnsaved: false, isOvertaken: false, base: written_at }
  const isUnsaved = !isSameText(own.text, now)
  // the reply to the person's own save was lost, but the server has the text
  const isOwnSave = own.sent !== null && isSameText(own.sent, now)
  const isOvertaken = isUnsaved && !isOwnSave && own.written_at !== written_at
  return { value: own.text, stored, isUnsaved, isOvertaken, base: isOvertaken ? own.written_at : written_at }
}

/** The parts with text that the server does not have. */
export const unsavedParts = (typed: TypedTexts, texts: Stored): Section[] =>
  SECTIONS.filter((section) => partState(typed, texts, section).isUnsaved)

/** The draft to store; null when everything is saved. */
export function unsavedOf(typed: TypedTexts, texts: Stored): TypedTexts | null {
  const parts = unsavedParts(typed, texts)
  if (parts.length === 0) return null
  return Object.fromEntries(parts.map((section) => [section, typed[section]]))
}

/** Applies one change to a part; its base is the text that the typing began with. */
export function withTyped(typed: TypedTexts, texts: Stored, section: Section, text: string): TypedTexts {
  const own = typed[section]
  const { base } = partState(typed, texts, section)
  return { ...typed, [section]: { text, written_at: base, sent: own?.sent ?? null } }
}

export function withoutTyped(typed: TypedTexts, section: Section): TypedTexts {
  const { [section]: _gone, ...rest } = typed
  return rest
}

/** After a save: text typed meanwhile is based on the saved text. */
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

/** After a save without a reply: the server may have this text. */
export function withUnanswered(typed: TypedTexts, section: Section, sent: string): TypedTexts {
  const own = typed[section]
  return own ? { ...typed, [section]: { ...own, sent } } : typed
}

/** After the person has read the other user's text: the own text may replace it. */
export function withOthersSeen(typed: TypedTexts, texts: Stored, section: Section): TypedTexts {
  const own = typed[section]
  const written_at = storedText(texts, section)?.written_at ?? null
  return own ? { ...typed, [section]: { ...own, written_at, sent: null } } : typed
}
