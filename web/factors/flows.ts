import type { View } from './useView.ts'

/** The recovery codes made with the first factor, shown once; null with a later one, and `lost` when no answer came. */
export type RecoveryCodesMade = string[] | null | 'lost'

/** What follows a factor that counts now. */
export type AfterSetup = { onAdded: (recovery_codes: RecoveryCodesMade) => Promise<void> }

/** What is set up in a flow. */
export type Kind = Exclude<View, 'overview' | 'codes'>
