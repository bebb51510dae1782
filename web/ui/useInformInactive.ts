import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { inform } from './dialogs.tsx'

/** What a list with a window over it holds. */
export type RecordWord = 'user' | 'role'

const TITLES = { user: 'Inactive user', role: 'Inactive role' }

/** Says that a deactivated user or role is not edited (000 §8). */
export function useInformInactive(word: RecordWord): () => Promise<void> {
  return () => inform({ title: TITLES[word], message: sentenceOf(no('inactive', { word })) })
}
