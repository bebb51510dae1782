import { z } from 'zod/mini'

/** One difference between the log and a table or the file store. */
export type Altered = {
  /** a profile with its activities, a certificate, a frozen summary, or a file */
  kind: 'site' | 'certificate' | 'summary' | 'file'
  /** the id of the profile, of the certified activity, of the summary or of the file */
  record: number
  /** names the record, what the log states and what the table holds */
  sentence: string
}

/** A current difference, and when it was first noticed. */
export const AlteredRecord = z.object({ sentence: z.string(), noticed_at: z.string() })
export type AlteredRecord = z.output<typeof AlteredRecord>
