import type { PlainCode } from '../../../shared/lib/refusals.ts'
import { no, sentenceOf, type Verdict } from '../../../shared/lib/verdict.ts'

/** The kind and the sentence of a refusal, from a verdict. */
export const worded = (verdict: Verdict) =>
  verdict.ok ? verdict : { ok: false, why: verdict.why, message: sentenceOf(verdict) }

/** The sentence of a refusal without parameters. */
export const sentence = (code: PlainCode): string => sentenceOf(no(code))
