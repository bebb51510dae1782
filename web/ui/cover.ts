import { sharedList } from './shared-list.ts'

/** Something is being saved; `leave` ends the wait for it, where it can be left. */
type Wait = { leave: (() => void) | undefined }

const waits = sharedList<Wait>()

/** Covers the page until the returned function is called. */
export const cover = (leave?: () => void): (() => void) => waits.add({ leave })

/** What the page is covered for; undefined while it is not. */
export const useWait = (): Wait | undefined => waits.useItems().at(-1)
