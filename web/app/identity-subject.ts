import type { Endpoint } from '../../shared/access/endpoint.ts'
import { ALL_KINDS, type KindNames } from '../../shared/access/record-kinds.ts'
import { plural } from '../../shared/lib/format.ts'

type Subject = string | ((count: number | null) => string)

/** Of the calls that each kind of record has. */
function subjectsOf({ path, word, many }: KindNames): Record<string, Subject> {
  const approval = (count: number | null) =>
    `Final approval of ${count === null ? `this ${word}` : plural(count, word, many)}`
  return {
    [`POST ${path}/approved/:id`]: approval,
    [`POST ${path}/bulk`]: approval,
    [`POST ${path}/withdrawals/propose/:id`]: 'Proposing to withdraw this approval',
    [`POST ${path}/withdrawals/confirm/:id`]: 'Withdrawing this approval',
  }
}

/** By method and path, so that the dialog brings no part of the contract along; a test asks for all of them. */
const SUBJECTS: Readonly<Partial<Record<string, Subject>>> = {
  ...Object.assign({}, ...ALL_KINDS.map(subjectsOf)),
  'POST /summaries/:id/freeze': 'Freezing this summary',
  'POST /summaries/:id/publish': 'Publishing this summary',
  'POST /summaries/:id/replace': 'Publishing this summary',
  'POST /summaries/:id/withdraw': 'Withdrawing this summary',
  'POST /roles': 'Creating this role',
  'PATCH /roles/:id': 'Changing this role',
  'POST /roles/activate/:id': 'Activating this role',
  'POST /roles/deactivate/:id': 'Deactivating this role',
  'GET /reports/audit-logs/export': 'Download of the audit log, which names people',
  'POST /users/:id/reset-code': 'Issuing a reset code',
  'POST /sign-in/demands': 'Changing what a level demands',
  'POST /users/:id/identity': 'Offering a link for single sign-on',
  'POST /users/:id/identity/unlink': 'Removing a link for single sign-on',
  'POST /users': 'Adding this user',
  'PATCH /users/:id': 'Changing this user',
  'POST /users/activate/:id': 'Activating this user',
  'POST /users/deactivate/:id': 'Deactivating this user',
  'POST /users/reset-password': 'Resetting the password of this user',
  'POST /users/:id/sessions/end': 'Ending the session of this user',
  'POST /users/:id/own-computers/:computerId/removal': 'Forgetting a computer of this user',
  'POST /offices/:id/merge': 'Merging these offices',
  'POST /sites/principles': 'Saving the criteria',
  'POST /crosswalk': 'Saving the crosswalk',
  'PATCH /land/layers/:id': 'Changing this layer',
  'POST /land/layers/:id/withdraw': 'Withdrawing this layer',
  'POST /land/versions/:id/imported': 'Importing this version',
  'POST /imports/:id/start': 'Importing these profiles',
  'PATCH /translations/:language/texts/:key': 'Changing a translation',
  'POST /translations/:language/texts/:key/confirm': 'Confirming an official word',
  'POST /translations/:language/texts/:key/take-back': 'Taking back an official word',
  'POST /translations/:language/review': 'Reviewing translations',
  'POST /translations/:language/review-part': 'Reviewing translations',
  'POST /translations/:language/table': 'Changing translations',
}

/** What a person confirms with an identity check: "Final approval of 24 profiles". */
export function identitySubject({ endpoint, count }: { endpoint: Endpoint; count: number | null }): string {
  const found = SUBJECTS[`${endpoint.method} ${endpoint.path}`] ?? 'This change'
  return typeof found === 'string' ? found : found(count)
}
