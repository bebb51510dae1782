import { z } from 'zod/mini'
import { lineForm, spanForm } from '../lib/text-form.ts'

/** The longest note of an indicator as stored JSON, in characters (S-66). */
export const HELPER_LIMIT = 20_000

export const HELPER_MESSAGES = {
  unreadable: 'The notes could not be read.',
  block: 'The notes may contain paragraphs and bullet items only.',
  link: 'A link must start with http://, https:// or mailto:.',
  tooLong: 'The notes must not exceed 20,000 characters, formatting included.',
} as const

const SAFE_LINK = /^(?:https?:\/\/|mailto:)[^\s<>"\p{C}]+$/iu

/** Whether a link may remain in a note: http, https or mailto. */
export const isSafeLink = (link: string) => SAFE_LINK.test(link)

/** A run of text in one style. */
const TextRun = z.strictObject(
  {
    text: z.string(HELPER_MESSAGES.block),
    bold: z.optional(z.boolean(HELPER_MESSAGES.block)),
    italic: z.optional(z.boolean(HELPER_MESSAGES.block)),
    link: z.optional(z.string(HELPER_MESSAGES.block).check(z.refine(isSafeLink, HELPER_MESSAGES.link))),
  },
  HELPER_MESSAGES.block,
)

const HelperBlock = z.strictObject(
  {
    type: z.enum(['paragraph', 'bullet'], HELPER_MESSAGES.block),
    text: z.array(TextRun, HELPER_MESSAGES.block),
  },
  HELPER_MESSAGES.block,
)

/** The note of an indicator: paragraphs and bullets, in reading order. Invalid notes are rejected, not cleaned. */
export const HelperBlocks = z
  .array(HelperBlock, HELPER_MESSAGES.block)
  .check(z.refine((blocks) => helperToJson(blocks).length <= HELPER_LIMIT, HELPER_MESSAGES.tooLong))

export type TextRun = z.infer<typeof TextRun>
export type Block = z.infer<typeof HelperBlock>
export type ParsedHelper = { ok: true; blocks: Block[] } | { ok: false; message: string }

/** One bullet item per line, without styles. */
export const helperFromLines = (lines: string[]): Block[] =>
  lines.map((line) => ({ type: 'bullet', text: [{ text: line }] }))

export const helperToJson = (blocks: Block[]): string => JSON.stringify(blocks)

/**
 * Reads a note from a request, with its texts in line form (S-128). Links other than http, https and mailto are
 * removed, but not their text (S-66); other blocks, unknown fields and notes over the limit are rejected with one
 * sentence. A blank string is an empty note.
 */
export function parseHelper(json: string): ParsedHelper {
  if (json.trim() === '') return { ok: true, blocks: [] }
  const value = readWithoutUnsafeLinks(json)
  if (value === undefined) return { ok: false, message: HELPER_MESSAGES.unreadable }
  const parsed = HelperBlocks.safeParse(value)
  if (parsed.success) return { ok: true, blocks: parsed.data }
  return { ok: false, message: parsed.error.issues[0]?.message ?? HELPER_MESSAGES.block }
}

/** The note as stored: without unsafe links, otherwise unchanged. A note that cannot be read is returned as it is. */
export function cleanHelper(json: string): string {
  const parsed = parseHelper(json)
  return parsed.ok ? helperToJson(parsed.blocks) : json
}

const styleOf = ({ bold, italic, link }: TextRun): string => JSON.stringify([!!bold, !!italic, link ?? ''])

/** Merges neighbouring runs of the same style, in line form (S-128), and drops empty ones. */
function tidyRuns(runs: TextRun[]): TextRun[] {
  const tidy: TextRun[] = []
  for (const { text: typed, bold, italic, link } of runs) {
    const text = spanForm(typed)
    if (text === '') continue
    const run = { text, ...(bold ? { bold } : {}), ...(italic ? { italic } : {}), ...(link ? { link } : {}) }
    const last = tidy.at(-1)
    if (last && styleOf(last) === styleOf(run)) last.text = spanForm(last.text + text)
    else tidy.push(run)
  }
  return tidy
}

const hasWords = (block: Block): boolean => block.text.some((run) => run.text.trim() !== '')

/** The canonical form of a note: equal notes become identical, and blocks without words are dropped. */
export const tidyBlocks = (blocks: Block[]): Block[] =>
  blocks.filter(hasWords).map(({ type, text }) => ({ type, text: tidyRuns(text) }))

/** The blocks of a stored note; empty if it cannot be read. */
export function blocksOf(helper: string | undefined): Block[] {
  const parsed = parseHelper(helper ?? '')
  return parsed.ok ? tidyBlocks(parsed.blocks) : []
}

/** Whether two notes have the same words and styles. */
export const isSameNote = (one: string | undefined, other: string | undefined): boolean =>
  one === other || helperToJson(blocksOf(one)) === helperToJson(blocksOf(other))

/** The words of a note on one line, without styles. */
export const noteText = (helper: string | undefined): string =>
  blocksOf(helper)
    .map((block) => block.text.map((run) => run.text).join(''))
    .join(' · ')

/** Parses JSON, normalizes its texts (S-128) and drops unsafe links; undefined if it is not JSON. */
function readWithoutUnsafeLinks(json: string): unknown {
  try {
    return JSON.parse(json, (key, value: unknown) => {
      if (typeof value !== 'string') return value
      if (key === 'link') return isSafeLink(lineForm(value)) ? lineForm(value) : undefined
      return key === 'text' ? spanForm(value) : value
    })
  } catch {
    return undefined
  }
}
