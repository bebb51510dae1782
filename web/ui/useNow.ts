import { useState, useSyncExternalStore } from 'react'
import { manilaDay } from '../../shared/lib/manila-days.ts'

/** The time of the first render; it does not change until the component is remounted. */
export const useNow = (): Date => useState(() => new Date())[0]

const neverAnnounced = () => () => undefined
const today = () => manilaDay(new Date())

/** Today in Manila, yyyy-mm-dd, as of the last render: work that goes on past midnight has the new day. */
export const useToday = (): string => useSyncExternalStore(neverAnnounced, today)
