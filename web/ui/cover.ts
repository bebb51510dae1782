import { sharedList } from './shared-list.ts'

/** One save in progress; `leave` stops waiting for it, where that is possible. */
type Wait = { leave: (() => void) | undefined }

const waits = sharedList<Wait>()

/** Covers the page until the returned function is called. */
export const cover = (leave?: () => void): (() => void) => waits.add({ leave })

/** The newest save that covers the page; undefined when the page is not covered. */
export const useWait = (): Wait | undefined => waits.useItems().at(-1)
