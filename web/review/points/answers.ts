import { deviceDrafts } from '../../lib/draft.ts'

/** An answer that is typed and not stored yet; `was` is the stored one that the person saw. */
export type TypedAnswer = { text: string; was: string }

/** The name of the copy on this device. The second part is the person, as `forgetAllDrafts` expects it. */
export const answerName = (actor_id: number, point_id: number): string => `answer:${actor_id}:${point_id}`

/** The functions that store the typed answers of this page at once. */
const open = new Set<() => Promise<void>>()

/** Adds an answer that is being typed; returns the function that removes it. */
export const addOpenAnswer = (store: () => Promise<void>): (() => void) => {
  open.add(store)
  return () => open.delete(store)
}

/** Stores every typed answer of this page; resolves when each is stored or cannot be. */
export async function storeAnswers(): Promise<void> {
  await Promise.all([...open].map((store) => store()))
}

/** Whether this device has an answer to the point that the server does not have yet. */
export const isAnswerUnsent = (actor_id: number, point_id: number): boolean =>
  deviceDrafts.read(answerName(actor_id, point_id)) !== null
