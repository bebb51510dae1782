import type { SiteStatus } from '../review/review-chain.ts'
import type { ThreadKind } from '../threads/thread-kind.ts'
import type { Mentioned } from './notes.schema.ts'

/** A note, as a kind of conversation: one step, which nothing follows. */
export const NOTE = {
  name: 'note',
  most: 2000,
  events: { Added: 'Note Added' },
  logged: 'thread',
  erasesFacts: true,
} as const satisfies ThreadKind<'Added'>

type Readable = { office: string; region: string; site_status: SiteStatus }

/** Who reads the notes of a record, for those who write them. */
export const readersOf = ({ office, region, site_status }: Readable): string =>
  site_status === 'Save as Draft'
    ? `Read by ${office} alone until the draft is submitted, then also by ${region} and FMB.`
    : `Read by ${office}, ${region} and FMB.`

/** the longest name that is looked up */
const ASKED_MAX = 60
const BEGIN = /(?:^|[\s(])@([^@\n]*)$/

/** The name that is being typed after an @ before the caret, and where its @ is; null where none is. */
export function mentionAt(text: string, caret: number): { from: number; search: string } | null {
  const before = text.slice(0, caret)
  const found = BEGIN.exec(before.slice(-ASKED_MAX))
  if (!found) return null
  const search = found[1] ?? ''
  return { from: caret - search.length - 1, search }
}

/** The text with the chosen name in place of what was typed, and the caret after it. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const { from = caret } = mentionAt(text, caret) ?? {}
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

export type TextPart = { text: string; isMention: boolean }

/** The text in parts, of which some are names of mentioned people. */
export function partsOf(text: string, mentioned: readonly Mentioned[]): TextPart[] {
  // the longest first: "@Ana Cruz Santos" is not "@Ana Cruz"
  const names = mentioned.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length)
  const parts: TextPart[] = []
  let plain = 0
  let at = 0
  while (at < text.length) {
    const name = text[at] === '@' ? names.find((one) => text.startsWith(one, at)) : undefined
    if (!name) {
      at += 1
      continue
    }
    if (at > plain) parts.push({ text: text.slice(plain, at), isMention: false })
    parts.push({ text: name, isMention: true })
    at += name.length
    plain = at
  }
  if (plain < text.length) parts.push({ text: text.slice(plain), isMention: false })
  return parts
}

const TYPED_NAME = /(?:^|[\s(])(@\p{L}[\p{L}\p{M}'’-]*)/gu

/** What is typed as a name after an @ and mentions nobody, by its first word: "@Isa". */
export const unknownNames = (text: string, chosen: readonly Mentioned[]): string[] => {
  const plain = partsOf(text, chosen).flatMap((part) => (part.isMention ? [] : [part.text]))
  return [...new Set(plain.flatMap((part) => [...part.matchAll(TYPED_NAME)].map(([, name = '']) => name)))]
}

/** The chosen people whose names are still in the text. */
export function stillMentioned<One extends Mentioned>(text: string, chosen: readonly One[]): One[] {
  const names = new Set(partsOf(text, chosen).flatMap((part) => (part.isMention ? [part.text] : [])))
  return chosen.filter(({ name }) => names.has(`@${name}`))
}
