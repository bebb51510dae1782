import type { Texts } from '../texts/translate.ts'
import type { AsOfProblem } from '../lib/as-of.ts'
import type { PageReply } from '../lib/paging.ts'
import type { Certificate, CertificateState, WithdrawnApproval } from '../certificates/certificate.ts'
import type { DataLicence, RegisterSpan } from '../open-data/open-data.files.ts'
import type { RecordsWent } from '../open-data/records-went.ts'
import type { PublishedDocument } from '../summaries/summaries.schema.ts'
import type { ApprovedQuery, ApprovedRow, ApprovedSite, RegionCount } from '../approved/approved.schema.ts'

/** The settings that a deployment sends to the browser: the body of /config.json. */
export type PublicConfig = {
  api_base_url: string
  api_key: string
  bureau_name: string
  /** the demo bureau: every page and file says so */
  demonstration: boolean
  helpdesk_url: string
  privacy_url: string
  terms_url: string
  /** the bureau's own page for complaints */
  complaints_url: string
  /** whether the log in page offers passkeys */
  passkeys: boolean
  /** what the button of single sign-on says; empty when there is none */
  oidc_name: string
}

/** The public list with its first rows and the counts by region. */
export type ApprovedPage = {
  page: 'approved'
  query: ApprovedQuery
  list: PageReply<ApprovedRow>
  counts: RegionCount[]
  /** URL of the drawing of the region outlines, which is loaded separately from the script */
  outlines_url: string
  /** yyyy-mm-dd in Manila: the newest as-of day */
  today: string
  /** why the requested as-of day is not possible; the list is then the present one (S-150) */
  as_of_problem?: AsOfProblem
  /** the years of published summaries, newest first */
  summaries: number[]
}

/** One approved activity; `query` is the list that the reader came from, for the link back (PUBLIC-07). */
type ApprovedSitePage = {
  page: 'approved_site'
  /** with its hectares as they are read: "1,118.50" */
  site: ApprovedSite
  query: Partial<ApprovedQuery>
  map: ApprovedSiteMap | null
  responsible: ResponsibleOffice
  /** those of the land, as one fact with its name; null if none is public */
  instruments: { name: string; words: string } | null
}

/** The office that entered a record, for readers who find a mistake; its address if FMB has entered one. */
export type ResponsibleOffice = { office: string; region: string; address: string | null }

/**
 * What the picture of a site's boundary shows, which the server draws, in the language of the page; neighbours in the order
 * of their numbers.
 */
export type ApprovedSiteMap = {
  words: string
  /** inside the boundary: "118.55" */
  hectares: string
  /** "12 km north-east of Lucena and 31 km south of Pasig" */
  towns: string
  neighbours: { code: string; site_activity_id: number | null }[]
  /** for each public layer whose land is drawn: how its lines look, its name, source and credit */
  layers: string[]
}

/** A summary that was published and is no longer the present one of its year. */
export type EarlierSummary = {
  path: string
  frozen_at: string
  state: 'replaced' | 'withdrawn'
  /** since when */
  at: string
}

/** A public summary of information, and the product's URL. */
export type SummaryPage = {
  page: 'summary'
  published: PublishedDocument
  /** of one that was replaced; null for the present one of its year */
  version: string | null
  path: string
  public_url: string
  /** when it was replaced, and the path of the newer one */
  replaced: { at: string; path: string } | null
  earlier: EarlierSummary[]
}

/** A summary that was public and withdrawn; `reason` is null if FMB recorded it in the log only. */
export type WithdrawnSummaryPage = {
  page: 'withdrawn_summary'
  year: number
  withdrawn_at: string
  reason: string | null
  sha256: string
  /** the year of the published summary to read in its place */
  newer: number | null
}

/** A configured witness, and the last checkpoint with its signature. */
export type WitnessState = {
  name: string
  key: string
  /** its organisation, by domain; null if that is the bureau's own */
  organisation: string | null
  cosigned: { size: number; at: string; isLast: boolean } | null
  /** since when it says that this log is not the one that it has signed */
  refused_since: string | null
}

export type LogState = {
  /** entries in the last checkpoint; 0 before the first */
  entries: number
  published_at: string | null
  /** since when no checkpoint was published although rows wait; `differs` if the log is not what was published */
  stopped: { since: string; cause: 'differs' | 'waiting' } | null
  witnesses: WitnessState[]
  /** organisations outside the bureau that have co-signed recently */
  organisations: string[]
  /** when an operator let the log continue after it had been stopped */
  accepted: string[]
  /** records that do not match the log now */
  altered: number
}

/** How to check the public log, and which external parties store its checkpoints. */
export type CheckPage = {
  page: 'how_to_check'
  /** the product's own host, as people type it */
  address: string
  log: LogState
  /** a profile whose approval can be proved; null if there is none yet */
  approval: number | null
  stamped: { url: string; day: string | null } | null
  /** the number of addresses that each day's checkpoint is mailed to */
  mailed: number
}

/** The last checkpoint as a page; its text is null before the first one. */
export type CheckpointPage = {
  page: 'checkpoint'
  log: LogState
  checkpoint: { text: string; origin: string; root: string } | null
}

/** A part of the example row; all but its text in hexadecimal. */
type ExamplePart = { name: string; salt: string; text: string; hash: string }

/** How a row becomes an entry and a root, with a worked example. */
export type FormulaPage = {
  page: 'row_formula'
  salt: string
  parts: ExamplePart[]
  entry: string
  leaf: string
  /** the sibling leaf in a log of two entries */
  neighbour: string
  root: string
  /** of the invented log of the example */
  public_key: string
  checkpoint: string
}

/** How an auditor or a university runs a witness of this log; `log` is null before the first checkpoint. */
export type WitnessPage = {
  page: 'run_a_witness'
  address: string
  log: { origin: string; key: string } | null
}

export type LogPage = CheckPage | CheckpointPage | FormulaPage | WitnessPage

/** A certificate for printing, and where its code can be checked. */
export type CertificatePage = {
  page: 'certificate'
  certificate: Certificate
  qr: QrDrawing
  /** the page with the record's present state, the same page with a field for the code, and the proof */
  addresses: { check: string; field: string; proof: string }
  /** the boundary as it is now, which the certificate itself says nothing about */
  map: ApprovedSiteMap | null
  responsible: ResponsibleOffice
  /** in Manila, yyyy-mm-dd */
  today: string
}

/** The black modules, in modules from the top left corner of the quiet zone. */
export type QrDrawing = { size: number; path: string }

/** A record without a certificate; `latest` is the activity that has the site's certificate. */
type NoCertificatePage = { page: 'no_certificate'; latest: number | null }

/** The result of checking a code. */
export type CertificateCheckPage = {
  page: 'certificate_check'
  /** as shown in the field */
  typed: string
  told:
    | { outcome: 'nothing_typed' | 'mistyped' | 'unknown' }
    | {
        outcome: 'found'
        certificate: Certificate
        standing: CertificateState
        responsible: ResponsibleOffice
      }
}

/** In the place of a site's page and its certificate: an approval that FMB has withdrawn. */
type WithdrawnApprovalPage = {
  page: 'withdrawn_approval'
  withdrawn: WithdrawnApproval
  responsible: ResponsibleOffice
}

export type CertificatesPage =
  | CertificatePage
  | NoCertificatePage
  | CertificateCheckPage
  | WithdrawnApprovalPage

/** The open data: its files, their licence and how to use them. */
export type DataPage = {
  page: 'data'
  public_url: string
  licence: DataLicence
  register: RegisterSpan
  /** how many public replies a network gets */
  calls_per_minute: number
  /** in Manila, yyyy-mm-dd */
  today: string
}

/** How records went in each region. */
export type RecordsWentPage = { page: 'records_went'; went: RecordsWent }

export type OpenDataPage = DataPage | RecordsWentPage

/** Pages for reading and printing, without scripts: the browser loads neither their data nor React. */
export type ReadingPage =
  | SummaryPage
  | WithdrawnSummaryPage
  | { page: 'no_summary' }
  | LogPage
  | CertificatesPage
  | OpenDataPage

/** Pages that a script hydrates, each with the data it needs to be readable before that. */
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
  | { page: 'single_sign_on' }

/** Pages of an account in every language, which the entry of the staff draws with its kit. */
export type AccountPage = { page: 'my_sign_in' }

export type PublicPage = LivePage | AccountPage | ReadingPage

/** The language of a page. */
export type PageLanguage = {
  /** as in `lang` and `hreflang` */
  code: string
  /** all of its messages on the server; in the browser those of the page */
  texts: Texts
  /** "/fil", or empty in English: stands before the path of each public page */
  prefix: string
  /** the page in the other languages */
  others: readonly { code: string; name: string; href: string }[]
  /** whether FMB has not yet reviewed a text of this page */
  unofficial: boolean
  /** on the server: the keys of the messages that are still in English */
  in_english?: readonly string[]
}

export type PageSource<Content extends PublicPage = PublicPage> = {
  config: PublicConfig
  language: PageLanguage
  content: Content
}

/** The JSON in a page with scripts: the server renders a live page from it, and the browser shows it. */
export type PageData = PageSource<LivePage | AccountPage>

/** What the server needs to send a rendered page. */
export type RenderedPage = {
  html: string
  title: string
  description: string
  /** the source files whose scripts and styles the page needs in addition to the entry's */
  sources: readonly string[]
  /** the built page around it */
  entry: 'live' | 'account' | 'reading'
  /** what the scripts show; null for a page without them, which has the styles only */
  data: PageData | null
}
