import { z } from 'zod/mini'
import { AlteredRecord } from '../claims/altered.ts'
import { Finding } from './findings.ts'

/** how many findings are kept with their place; the others are counted */
export const FINDINGS_KEPT = 100

/** How far a verification is, or what it came to. */
export const Verification = z.object({
  requested_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** whether it is still at work; without an end and not at work it was interrupted */
  running: z.boolean(),
  rows_total: z.number(),
  rows_checked: z.number(),
  findings_count: z.number(),
  /** the first of them */
  findings: z.array(Finding),
  /** what is worth knowing and no fault */
  notes: z.array(z.string()),
  /** why it could not be finished */
  failure: z.nullable(z.string()),
})
export type Verification = z.output<typeof Verification>

/** The backups that are made by themselves; null where none are. */
export const Backups = z.object({
  /** the folder or bucket, as the operator named it */
  place: z.string(),
  /** of the day in Manila, hh:mm */
  time: z.string(),
  encrypted: z.boolean(),
  newest: z.nullable(
    z.object({
      made_at: z.string(),
      name: z.string(),
      bytes: z.number(),
      rows: z.number(),
      files: z.number(),
      /** files whose bytes the store had lost */
      missing: z.number(),
      /** when it was last restored into a throw-away database and found whole */
      drilled_at: z.nullable(z.string()),
    }),
  ),
  /** the last try, when it came to nothing */
  failed: z.nullable(z.object({ at: z.string(), failure: z.string() })),
  /** whether the newest should be younger by now */
  late: z.boolean(),
})
export type Backups = z.output<typeof Backups>

/** Who outside co-signs, stamps or keeps checkpoints, and what is wrong with it in one sentence. */
export const Outsiders = z.object({
  witnesses: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      /** what it has co-signed last, and when it says it did; null before the first time */
      cosigned: z.nullable(z.object({ size: z.number(), at: z.string() })),
      fault: z.nullable(z.string()),
    }),
  ),
  /** null where no authority is set */
  stamps: z.nullable(
    z.object({
      url: z.string(),
      last: z.nullable(z.object({ day: z.string(), at: z.string() })),
      fault: z.nullable(z.string()),
    }),
  ),
  /** null where no one is mailed */
  mails: z.nullable(z.object({ addresses: z.array(z.string()), last_day: z.nullable(z.string()) })),
})
export type Outsiders = z.output<typeof Outsiders>

/** How far the public log is, and why it is stopped. */
export const PublicLog = z.object({
  /** its name; null before the first checkpoint */
  origin: z.nullable(z.string()),
  /** its key as one word, which anyone verifies with */
  key: z.string(),
  /** the short name of that key */
  key_id: z.string(),
  entries: z.number(),
  published: z.nullable(z.object({ size: z.number(), at: z.string() })),
  stopped: z.nullable(z.object({ sentence: z.string(), at: z.string() })),
  outside: Outsiders,
})
export type PublicLog = z.output<typeof PublicLog>

/** How far the log is and what the last verification said. */
export const IntegrityReply = z.object({
  data: z.object({
    /** the present day and the entries since the last one was closed; null where there is none */
    open_day: z.nullable(z.object({ day: z.string(), rows: z.number() })),
    sealed_rows: z.number(),
    waiting_rows: z.number(),
    /** the short name of the key that signs backups here, and that the log's is made of */
    key_id: z.string(),
    /** why this server's clock lets no jobs run, in one sentence; null when it does */
    clock: z.nullable(z.string()),
    verification: z.nullable(Verification),
    public_log: PublicLog,
    backups: z.nullable(Backups),
    /** public records that do not match the log: how many differences, and the first of them */
    altered: z.object({ count: z.number(), first: z.array(AlteredRecord) }),
    /** what runs here */
    product: z.object({ version: z.string(), commit: z.string() }),
  }),
})
export type Integrity = z.output<typeof IntegrityReply>['data']

/** One ended day with the root and signature of the checkpoint that closed it, in hexadecimal. */
export const HeadRow = z.object({
  day: z.string(),
  /** the entries since the day before, by the places of the first and the last */
  rows: z.number(),
  first_position: z.number(),
  last_position: z.number(),
  head: z.string(),
  signature: z.string(),
  key_id: z.string(),
  made_at: z.string(),
  /** how many addresses it was mailed to */
  mailed: z.number(),
  stamped_at: z.nullable(z.string()),
})
export type HeadRow = z.output<typeof HeadRow>
