import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { inform } from './dialogs.tsx'

/** The kinds of records that open in a window over their list. */
export type RecordWord = 'user' | 'role'

const TITLES = { user: 'Inactive user', role: 'Inactive role' }

/** Says that a deactivated user or role cannot be edited (000 §8). */
export const informInactive = (word: RecordWord): Promise<void> =>
  inform({ title: TITLES[word], message: sentenceOf(no('inactive', { word })) })
