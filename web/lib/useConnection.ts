import { useSyncExternalStore } from 'react'
import { isOnline, onConnectionChange } from './connection.ts'

/** Whether the server can be reached; always true when the server renders the page. */
export const useIsOnline = (): boolean => useSyncExternalStore(onConnectionChange, isOnline, () => true)
