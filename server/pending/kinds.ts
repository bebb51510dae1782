import { ACTIVITY } from '../activities/activity.kind.ts'
import { SITE } from '../sites/site.kind.ts'
import type { KindFacts } from '../review/record.kind.ts'

/** The kinds of records in the review chain: profiles, then activities. */
export const KINDS: readonly [KindFacts, KindFacts] = [SITE, ACTIVITY]
