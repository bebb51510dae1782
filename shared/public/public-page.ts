import type { PageReply } from '../lib/paging.ts'
import type { Certificate, CertificateState } from '../certificates/certificate.ts'
import type { PublishedDocument } from '../summaries/summaries.schema.ts'
import type { ApprovedQuery, ApprovedRow, ApprovedSite, RegionCount } from '../approved/approved.schema.ts'

/** What a deployment reports the browser: the body of /config.json. */
export type PublicConfig = {
  api_base_url: string
  api_key: string
  bureau_name: string
  helpdesk_url: string
  privacy_url: string
  terms_url: string
}

/** The public list with its first rows and the region counts, as the server read them. */
export type ApprovedPage = {
  page: 'approved'
  query: ApprovedQuery
  list: PageReply<ApprovedRow>
  counts: RegionCount[]
  /** address of the drawing of the region outlines, kept apart from the script */
  outlines_url: string
  /** in Manila, yyyy-mm-dd: the newest day as of which the list can be asked for; a server of the last release is silent */
  today?: string
  /** why the day that the address asks for cannot be; the list is that of now (S-150) */
  as_of_problem?: string
  /** the years of the published summaries, newest first; a server of the last release is silent */
  summaries?: number[]
}

/** One approved activity; `query` is the list the reader came from, for the way back (PUBLIC-07). */
type ApprovedSitePage = { page: 'approved_site'; site: ApprovedSite; query: Partial<ApprovedQuery> }

/** A published summary of information, the address it is read at, and that of the product. */
export type SummaryPage = {
  page: 'summary'
  published: PublishedDocument
  address: string
  public_url: string
}

/** A summary that was published and withdrawn; `reason` null where FMB gave it for the log alone. */
export type WithdrawnSummaryPage = {
  page: 'withdrawn_summary'
  year: number
  withdrawn_at: string
  reason: string | null
}

/** A witness that is set, and the last checkpoint that its own signature covers. */
export type WitnessState = {
  name: string
  key: string
  /** whose it is, by its domain; null where that is the bureau's own */
  organisation: string | null
  cosigned: { size: number; at: string; isLast: boolean } | null
}

/** What strangers are told of the public log as it is now. */
export type LogState = {
  /** entries that the last checkpoint covers; 0 before the first */
  entries: number
  published_at: string | null
  /** since when no checkpoint is published though rows wait; `differs` where the log was found to be another one */
  stopped: { since: string; cause: 'differs' | 'waiting' } | null
  witnesses: WitnessState[]
  /** organisations besides the bureau that have co-signed lately */
  organisations: string[]
  /** records that do not match the log at the moment */
  altered: number
}

/** How anyone checks the public log, and which external parties hold its checkpoints. */
export type CheckPage = {
  page: 'how_to_check'
  /** the product's own, as people type it */
  address: string
  log: LogState
  /** a profile whose approval can be proved; null where there is none yet */
  approval: number | null
  stamped: { url: string; day: string | null } | null
  /** to how many addresses each day's checkpoint is mailed */
  mailed: number
}

/** The last checkpoint, for anyone who reads it in a browser; the text null before the first one. */
export type CheckpointPage = {
  page: 'checkpoint'
  log: LogState
  checkpoint: { text: string; origin: string; root: string } | null
}

/** A part of the example row, as hexadecimal but for its text. */
type ExamplePart = { name: string; salt: string; text: string; hash: string }

/** How a row becomes an entry and a root, worked out for one row. */
export type FormulaPage = {
  page: 'row_formula'
  salt: string
  parts: ExamplePart[]
  entry: string
  leaf: string
  /** the leaf beside it in a log of two entries */
  neighbour: string
  root: string
  /** of the made-up log that the example is in */
  public_key: string
  checkpoint: string
}

/** How an auditor or a university runs a witness of this log; name and key null before the first checkpoint. */
export type WitnessPage = {
  page: 'run_a_witness'
  address: string
  log: { origin: string; key: string } | null
}

/** The pages about the public log. */
export type LogPage = CheckPage | CheckpointPage | FormulaPage | WitnessPage

/** A certificate as it is printed, and where its code is checked. */
export type CertificatePage = {
  page: 'certificate'
  certificate: Certificate
  qr: QrDrawing
  /** of the page that says what the record is today, of the same with a field for the code, and of the proof */
  addresses: { check: string; field: string; proof: string }
  /** in Manila, yyyy-mm-dd */
  today: string
}

/** Black squares, in squares from the left upper corner of the quiet zone. */
export type QrDrawing = { size: number; path: string }

/** A record without a certificate; `latest` is the activity whose certificate there is instead. */
type NoCertificatePage = { page: 'no_certificate'; latest: number | null }

/** What a code says today. */
export type CertificateCheckPage = {
  page: 'certificate_check'
  /** as it is in the field */
  typed: string
  told:
    | { outcome: 'nothing_typed' | 'mistyped' | 'unknown' }
    | { outcome: 'found'; certificate: Certificate; standing: CertificateState }
}

/** The pages about certificates. */
export type CertificatesPage = CertificatePage | NoCertificatePage | CertificateCheckPage

/** Pages to read and print: no script takes them over, so the browser gets neither their content as data nor React. */
export type ReadingPage =
  | SummaryPage
  | WithdrawnSummaryPage
  | { page: 'no_summary' }
  | LogPage
  | CertificatesPage

/** Pages that a script takes over, each with what it needs to be readable before it runs. */
export type LivePage =
  | ApprovedPage
  | ApprovedSitePage
  | { page: 'not_found' }
  | { page: 'too_many' }
  | { page: 'fault'; request_id: string }
  | { page: 'altered' }
  | { page: 'login' }
  | { page: 'forgot_password' }
  | { page: 'reset_password' }
  | { page: 'change_password' }

/** The pages of the public entry. */
export type PublicPage = LivePage | ReadingPage

/** What a page is made of. */
export type PageSource<Content extends PublicPage = PublicPage> = {
  config: PublicConfig
  content: Content
}

/** What is in a live page as JSON: the server renders from it and the browser continues from it. */
export type PageData = PageSource<LivePage>

/** What the server needs of a page it renders. */
export type RenderedPage = {
  html: string
  title: string
  description: string
  /** the source file whose script and styles the page needs besides the entry's own; null when none */
  source: string | null
  /** what the script goes on with; null for a page to read, which has the styles of both and none of their scripts */
  data: PageData | null
}
