import { manilaTime } from '../lib/manila-days.ts'
import type { Translate } from './translate.ts'
import { dateIn } from './words.ts'

/** "Jun 01, 2025 02:30 PM" in Manila. */
export const dateTimeIn = (t: Translate, iso: string): string =>
  `${dateIn(t, iso)} ${manilaTime(new Date(iso))}`
