import type { Refusal } from '../lib/refusals.ts'
import { type Texts, translator } from './translate.ts'

/** The key of a refusal's message; what an identity check takes is not worded within a sentence. */
const keyOf = ({ code, params }: Pick<Refusal, 'code' | 'params'>): string =>
  code === 'proof_needed' && 'means' in params ? `refused.${code}_${String(params.means)}` : `refused.${code}`

/** The message of a refusal in the language of these texts; null for one that the catalogue does not have. */
export function refusalIn(texts: Texts, refusal: Pick<Refusal, 'code' | 'params'>): string | null {
  const key = keyOf(refusal)
  const say = translator(texts) as (key: string, values: object) => string
  return key in texts ? say(key, refusal.params) : null
}
