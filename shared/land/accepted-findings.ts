import { z } from 'zod/mini'
import { Id } from '../lib/ids.ts'
import { word } from '../lib/plain-text.ts'

/** the most findings of one site that are stored, and that an approval can name */
export const FINDINGS_MAX = 200

/**
 * The open findings that an approval accepts, each as the reviewer saw it: a finding that changed since is refused. Apart
 * from the other shapes of the land, because every page of a record loads it.
 */
export const acceptedFindings = z.optional(
  z.array(z.object({ id: Id, since: word('The finding cannot be read.') })).check(
    z.maxLength(FINDINGS_MAX, `At most ${FINDINGS_MAX} findings can be accepted.`),
    z.refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      'Each finding can be named once.',
    ),
  ),
)
export type AcceptedFinding = { id: number; since: string }
