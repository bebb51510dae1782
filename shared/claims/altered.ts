import { z } from 'zod/mini'

/** One difference between the log and a table or the file store. */
export type Altered = {
  /** a profile with its activities, a certificate, a frozen summary, a file, or the translation of an official word */
  kind: 'site' | 'certificate' | 'summary' | 'file' | 'text'
  /** the id of the profile, of the certified activity, of the summary, of the file or of what is stored of the text */
  record: number
  /** names the record, what the log states and what the table holds */
  sentence: string
}

/** A current difference, and when it was first noticed. */
export const AlteredRecord = z.object({ sentence: z.string(), noticed_at: z.string() })
export type AlteredRecord = z.output<typeof AlteredRecord>
