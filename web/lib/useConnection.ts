import { useSyncExternalStore } from 'react'
import { isOnline, onConnectionChange } from './connection.ts'

/** Whether the server can be reached; a page that the server draws takes it for granted. */
export const useIsOnline = (): boolean => useSyncExternalStore(onConnectionChange, isOnline, () => true)
