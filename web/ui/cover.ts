import { sharedList } from './shared-list.ts'

/** One save in progress; `leave` stops waiting for it, where that is possible. */
type Wait = { leave: (() => void) | undefined }

const waits = sharedList<Wait>()
/** questions that the person must answer before the saves go on */
const questions = sharedList<object>()

/** Covers the page until the returned function is called. */
export const cover = (leave?: () => void): (() => void) => waits.add({ leave })

/** Uncovers the page for a question about a save, until the returned function is called. */
export const uncoverForQuestion = (): (() => void) => questions.add({})

/** The newest save that covers the page; undefined when the page is not covered. */
export function useWait(): Wait | undefined {
  const newest = waits.useItems().at(-1)
  return questions.useItems().length > 0 ? undefined : newest
}
