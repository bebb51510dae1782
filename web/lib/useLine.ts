import { useSyncExternalStore } from 'react'
import { lineWorks, onLine } from './line.ts'

/** Whether the server can be reached; a page that the server draws takes it for granted. */
export const useLine = (): boolean => useSyncExternalStore(onLine, lineWorks, () => true)
