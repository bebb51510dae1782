import { activitiesApi } from '../shared/activities/activities.schema.ts'
import { authApi } from '../shared/auth/auth.schema.ts'
import { draftsApi } from '../shared/drafts/drafts.schema.ts'
import { factorsApi } from '../shared/factors/factors.schema.ts'
import { filesApi } from '../shared/files/files.schema.ts'
import { uploadsApi } from '../shared/files/uploads.schema.ts'
import type { Endpoint } from '../shared/lib/endpoint.ts'
import { oidcApi } from '../shared/oidc/oidc.schema.ts'
import { placesApi } from '../shared/places/places.schema.ts'
import { reportsApi } from '../shared/reports/reports.schema.ts'
import { rolesApi } from '../shared/roles/roles.schema.ts'
import { sitesApi } from '../shared/sites/sites.schema.ts'
import { mailLanguageApi } from '../shared/users/mail-language.schema.ts'
import { usersApi } from '../shared/users/users.schema.ts'

/**
 * The calls besides GET that auditors may make: about their own account and session, and those that record a view.
 * Every other call that may change something is refused to them, whatever their role and level allow.
 */
const CALLS_OF_AUDITORS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  authApi.changePassword,
  factorsApi.prove,
  factorsApi.credentialOptions,
  factorsApi.startApp,
  factorsApi.confirmApp,
  factorsApi.removeApp,
  factorsApi.addPasskey,
  factorsApi.testPasskey,
  factorsApi.removePasskey,
  factorsApi.makeSheet,
  factorsApi.confirmSheet,
  factorsApi.removeSheet,
  factorsApi.endOwnSessions,
  factorsApi.forgetOwnComputer,
  oidcApi.startLink,
  oidcApi.unlinkOwn,
  usersApi.chooseMails,
  mailLanguageApi.choose,
  usersApi.view,
  rolesApi.view,
  sitesApi.view,
  // what is left of the time before the person became an auditor; a log out removes it
  draftsApi.discard,
  draftsApi.discardAll,
])

/** Whether an auditor may make the call, which anyone or the signed-in person may make otherwise. */
export const isOpenToAuditors = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' || endpoint.access === 'public' || CALLS_OF_AUDITORS.has(endpoint)

/** GET calls that are not logged as what an auditor has seen. */
const NOT_LOGGED: ReadonlySet<Endpoint> = new Set<Endpoint>([
  // the auditor's own account, session, unfinished forms and uploads
  authApi.validateToken,
  authApi.myProfile,
  factorsApi.mine,
  oidcApi.own,
  usersApi.ownMails,
  mailLanguageApi.own,
  draftsApi.show,
  draftsApi.list,
  draftsApi.unfinished,
  ...Object.values(uploadsApi),
  reportsApi.progress,
  sitesApi.bulk,
  activitiesApi.bulk,
  // counts in tabs and filters
  sitesApi.waiting,
  activitiesApi.waiting,
  sitesApi.choices,
  activitiesApi.choices,
  // names of places
  ...Object.values(placesApi),
])

/** Files that belong to a record and are opened on its page: seen once a minute, and not exported. */
const FILES_OF_RECORDS: ReadonlySet<Endpoint> = new Set<Endpoint>([filesApi.download, filesApi.thumbnail])

/**
 * How a successful call is logged if an auditor makes it: as what was seen, or as a file that was exported; null for
 * what anyone sees without an account, and for calls that show nothing of others.
 */
export function auditorEventOf(endpoint: Endpoint): 'Viewed' | 'Exported' | null {
  if (endpoint.method !== 'GET' || endpoint.access === 'public' || NOT_LOGGED.has(endpoint)) return null
  return endpoint.reply || FILES_OF_RECORDS.has(endpoint) ? 'Viewed' : 'Exported'
}
