import { canReadCrosswalk, canSaveCrosswalk } from './summaries.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import { MAX_ID } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { CROSSWALK, CROSSWALK_LINE } from './crosswalk.fields.ts'

export const CrosswalkLine = CROSSWALK_LINE.input
export type CrosswalkLine = z.output<typeof CrosswalkLine>

const Saved = z.object({
  version: z.number(),
  created_at: z.string(),
  created_by: z.nullable(z.string()),
})

/** A version of the crosswalk, used by the summaries created after it. */
export const Crosswalk = z.extend(Saved, { lines: z.array(CrosswalkLine) })
export type Crosswalk = z.output<typeof Crosswalk>

/** with the number of summaries created with it */
const CrosswalkVersion = z.extend(Saved, { summaries: z.number() })
export type CrosswalkVersion = z.output<typeof CrosswalkVersion>

/** The complete new crosswalk, and the version it began from, to detect concurrent saves as for the criteria. */
export const CrosswalkInput = z.object({
  version: z
    .int('Version is required.')
    .check(z.positive('Version must be 1 or more.'), z.maximum(MAX_ID, 'Version is too high.')),
  lines: CROSSWALK.input.shape.lines,
})
export type CrosswalkInput = z.output<typeof CrosswalkInput>

export const crosswalkApi = {
  current: endpoint('GET', '/crosswalk', {
    may: canReadCrosswalk,
    summary: 'The crosswalk from principles to the Cancun safeguards, its newest version',
    reply: wrapped('crosswalk', Crosswalk),
  }),
  versions: endpoint('GET', '/crosswalk/versions', {
    may: canReadCrosswalk,
    summary: 'The versions of the crosswalk, newest first',
    query: PageQuery,
    reply: pageReply(CrosswalkVersion),
  }),
  show: endpoint('GET', '/crosswalk/versions/:version', {
    may: canReadCrosswalk,
    summary: 'One version of the crosswalk',
    params: z.object({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
    reply: wrapped('crosswalk', Crosswalk),
  }),
  save: endpoint('POST', '/crosswalk', {
    may: canSaveCrosswalk,
    identity: 'every_caller',
    summary: 'Saves a new version of the crosswalk, for summaries made after it',
    form: true,
    body: CrosswalkInput,
    reply: wrapped('crosswalk', Crosswalk),
  }),
}
