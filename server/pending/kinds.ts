import { ACTIVITY } from '../activities/activity.kind.ts'
import { SITE } from '../sites/site.kind.ts'
import type { KindFacts } from '../review/record.kind.ts'

/** All records that climb the review chain: profiles first. */
export const KINDS: readonly [KindFacts, KindFacts] = [SITE, ACTIVITY]
