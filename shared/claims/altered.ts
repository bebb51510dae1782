import { z } from 'zod/mini'

/** One difference between what the log says and what a table or the file store says. */
export type Altered = {
  /** a profile with its activities, a certificate, a frozen summary, or a file */
  kind: 'site' | 'certificate' | 'summary' | 'file'
  /** the number of the profile, of the certified activity, of the summary or of the file */
  record: number
  /** names the record, what the log says and what the table says */
  sentence: string
}

/** A current difference, and since when it is known. */
export const AlteredRecord = z.object({ sentence: z.string(), noticed_at: z.string() })
export type AlteredRecord = z.output<typeof AlteredRecord>
