import { z } from 'zod/mini'
import { AlteredRecord } from '../claims/altered.ts'
import { Finding } from './findings.ts'

/** how many findings are stored with their place; further ones are only counted */
export const FINDINGS_KEPT = 100

/** The progress of a verification, or its result. */
export const Verification = z.object({
  requested_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** whether it is still running; neither running nor finished means it was interrupted */
  running: z.boolean(),
  rows_total: z.number(),
  rows_checked: z.number(),
  findings_count: z.number(),
  /** the first of them, at most FINDINGS_KEPT */
  findings: z.array(Finding),
  /** remarks that are not faults */
  notes: z.array(z.string()),
  /** why it could not finish */
  failure: z.nullable(z.string()),
})
export type Verification = z.output<typeof Verification>

/** The scheduled backups; null where none are configured. */
export const Backups = z.object({
  /** the folder or bucket, as the operator named it */
  place: z.string(),
  /** hh:mm in Manila */
  time: z.string(),
  encrypted: z.boolean(),
  newest: z.nullable(
    z.object({
      made_at: z.string(),
      name: z.string(),
      bytes: z.number(),
      rows: z.number(),
      files: z.number(),
      /** files whose content was missing from the store */
      missing: z.number(),
      /** when it last passed a restore check */
      drilled_at: z.nullable(z.string()),
    }),
  ),
  /** the last attempt, if it failed */
  failed: z.nullable(z.object({ at: z.string(), failure: z.string() })),
  /** whether a newer backup is overdue */
  late: z.boolean(),
})
export type Backups = z.output<typeof Backups>

/** The witnesses, time stamp authority and mail recipients of checkpoints, each with its fault in one sentence. */
export const ExternalStatus = z.object({
  witnesses: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      /** the last checkpoint it co-signed, and when according to the witness; null before the first */
      cosigned: z.nullable(z.object({ size: z.number(), at: z.string() })),
      fault: z.nullable(z.string()),
    }),
  ),
  /** null if no authority is configured */
  stamps: z.nullable(
    z.object({
      url: z.string(),
      last: z.nullable(z.object({ day: z.string(), at: z.string() })),
      fault: z.nullable(z.string()),
    }),
  ),
  /** null if no recipient is configured */
  mails: z.nullable(z.object({ addresses: z.array(z.string()), last_day: z.nullable(z.string()) })),
})
export type ExternalStatus = z.output<typeof ExternalStatus>

/** The state of the public log, and why it is stopped. */
export const PublicLog = z.object({
  /** its origin; null before the first checkpoint */
  origin: z.nullable(z.string()),
  /** its public key as one word, which verifiers use */
  key: z.string(),
  /** the short id of that key */
  key_id: z.string(),
  entries: z.number(),
  published: z.nullable(z.object({ size: z.number(), at: z.string() })),
  stopped: z.nullable(z.object({ sentence: z.string(), at: z.string() })),
  /** why this server leaves the log to servers with another key, in one sentence; null if it does not */
  other_key: z.nullable(z.string()),
  outside: ExternalStatus,
})
export type PublicLog = z.output<typeof PublicLog>

/** The state of the log and the result of the last verification. */
export const Integrity = z.object({
  /** the current day and its entries since the last closed day; null if there are none */
  open_day: z.nullable(z.object({ day: z.string(), rows: z.number() })),
  sealed_rows: z.number(),
  waiting_rows: z.number(),
  /** the short id of the key that signs backups and from which the log's key is derived */
  key_id: z.string(),
  /** why the server's clock prevents jobs from running, in one sentence; null if it does not */
  clock: z.nullable(z.string()),
  verification: z.nullable(Verification),
  public_log: PublicLog,
  backups: z.nullable(Backups),
  /** public records that do not match the log: the number of differences, and the first of them */
  altered: z.object({ count: z.number(), first: z.array(AlteredRecord) }),
  /** the running version */
  product: z.object({ version: z.string(), commit: z.string() }),
})
export type Integrity = z.output<typeof Integrity>

/** A closed day with the root and signature of its checkpoint, in hexadecimal. */
export const HeadRow = z.object({
  day: z.string(),
  /** the entries since the day before, with the positions of the first and last */
  rows: z.number(),
  first_position: z.number(),
  last_position: z.number(),
  head: z.string(),
  signature: z.string(),
  key_id: z.string(),
  made_at: z.string(),
  /** the number of addresses it was mailed to */
  mailed: z.number(),
  stamped_at: z.nullable(z.string()),
})
export type HeadRow = z.output<typeof HeadRow>
