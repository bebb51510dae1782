import type { PlainCode } from '../../../shared/lib/refusals.ts'
import { no, sentenceOf, type Verdict } from '../../../shared/lib/verdict.ts'

/** A verdict as a person reads it: the kind and the sentence of a refusal. */
export const worded = (verdict: Verdict) =>
  verdict.ok ? verdict : { ok: false, why: verdict.why, message: sentenceOf(verdict) }

/** The sentence of a refusal that is always the same. */
export const sentence = (code: PlainCode): string => sentenceOf(no(code))
