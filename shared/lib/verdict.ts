import { formatDateTime } from './dates.ts'
import { type ParamsOf, type PlainCode, type Refusal, type RefusalCode, refusalOf } from './refusals.ts'

/**
 * The answer to "may this person do this now?". For a refusal, `why` is its kind: `permission`, the right is missing
 * (403, control absent); `scope`, a record of another office (404, so that its existence is not disclosed); `state`,
 * not possible in the present state (409, control disabled with the reason); `duties`, the same person may not both
 * submit and approve (403 with the reason, ruling S-70).
 */
export type Denied = { ok: false } & Refusal
export type Verdict = { ok: true } | Denied

export const yes: Verdict = { ok: true }

/** A refusal by its code, with the parameters of its message if it has any (`refusals.ts`). */
export const no = <Code extends RefusalCode>(
  code: Code,
  ...[params]: Code extends PlainCode ? [] : [params: ParamsOf<Code>]
): Denied => ({ ok: false, why: refusalOf(code).why, code, params: params ?? {} })

/** Returns the first refusal. Order the checks from "who are you" to "what state is it in". */
export const all = (...verdicts: Verdict[]): Verdict => verdicts.find((verdict) => !verdict.ok) ?? yes

/** Formats the message of a refusal; the only place that does. */
export function sentenceOf({ code, params }: Pick<Refusal, 'code' | 'params'>): string {
  const { said } = refusalOf(code)
  if (typeof said === 'function') return said(params as never)
  const words = params as Record<string, string | number>
  return said.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'at' ? formatDateTime(String(words.at)) : String(words[name]),
  )
}
