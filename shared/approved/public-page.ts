import type { PageReply } from '../lib/paging.ts'
import type { ApprovedQuery, ApprovedRow, ApprovedSite, RegionCount } from './approved.schema.ts'

/** What a deployment tells the browser: the body of /config.json. */
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
}

/** One approved activity; `query` is the list the reader came from, for the way back (PUBLIC-07). */
type ApprovedSitePage = { page: 'approved_site'; site: ApprovedSite; query: Partial<ApprovedQuery> }

/** The pages of the public entry, each with what it needs to be readable before any script runs. */
export type PublicPage =
  | ApprovedPage
  | ApprovedSitePage
  | { page: 'not_found' }
  | { page: 'too_many' }
  | { page: 'fault'; request_id: string }
  | { page: 'login' }
  | { page: 'forgot_password' }
  | { page: 'reset_password' }
  | { page: 'change_password' }

/** What stands in the page as JSON: the server renders from it and the browser continues from it. */
export type PageData = {
  config: PublicConfig
  content: PublicPage
  /** when it was read, in words, if that is not now */
  as_of?: string
}

/** What the server needs of a page it renders. */
export type RenderedPage = {
  html: string
  title: string
  /** the source file whose script and styles the page needs besides the entry's own; null when none */
  source: string | null
}
