/**
 * Before which calls people prove their identity, written from ruling S-158 and not from the contract: each call that
 * changes something, or sends a file, is in one of these lists.
 */

const listed = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** They give, take or restore rights or a way in, or change what others see or must obey: everybody is asked. */
export const ASKED_OF_ALL = listed(`
  POST /users
  PATCH /users/:id
  POST /users/activate/:id
  POST /users/deactivate/:id
  POST /users/reset-password
  POST /users/:id/sessions/end
  POST /users/:id/own-computers/:computerId/removal
  POST /users/:id/reset-code
  POST /users/:id/identity
  POST /users/:id/identity/unlink
  POST /roles
  PATCH /roles/:id
  POST /roles/activate/:id
  POST /roles/deactivate/:id
  POST /offices/:id/merge
  POST /sign-in/demands
  POST /my-sign-in/app
  POST /my-sign-in/app/confirmation
  POST /my-sign-in/app/removal
  POST /my-sign-in/passkeys
  POST /my-sign-in/passkeys/:id/test
  POST /my-sign-in/passkeys/:id/removal
  POST /my-sign-in/sheet
  POST /my-sign-in/sheet/confirmation
  POST /my-sign-in/sheet/removal
  POST /my-sign-in/oidc/start
  POST /my-sign-in/oidc/unlink
  POST /sites/principles
  POST /sites/withdrawals/propose/:id
  POST /sites/withdrawals/confirm/:id
  POST /sites/activities/withdrawals/propose/:id
  POST /sites/activities/withdrawals/confirm/:id
  POST /crosswalk
  PATCH /land/layers/:id
  POST /land/layers/:id/withdraw
  POST /land/versions/:id/imported
  POST /imports/:id/start
  POST /summaries/:id/freeze
  POST /summaries/:id/publish
  POST /summaries/:id/replace
  POST /summaries/:id/withdraw
  PATCH /translations/:language/texts/:key
  POST /translations/:language/texts/:key/confirm
  POST /translations/:language/texts/:key/take-back
  POST /translations/:language/review
  POST /translations/:language/review-part
  POST /translations/:language/table
  GET /reports/audit-logs/export`)

/** Final decisions on records: people with a second factor are asked (decision 27). */
const ASKED_OF_FACTORS = listed(`
  POST /sites/approved/:id
  POST /sites/bulk
  POST /sites/activities/approved/:id
  POST /sites/activities/bulk`)

/** Drafts that nobody else obeys yet, what a person does to their own account with its password, what is only recorded. */
const NOT_ASKED = listed(`
  PATCH /offices/:id
  POST /land/layers
  POST /land/layers/:id/versions
  POST /land/versions/:id/answer
  POST /land/versions/:id/discard
  POST /imports
  POST /imports/:id/leave-out
  POST /imports/:id/cancel
  POST /summaries
  POST /summaries/:id
  POST /summaries/:id/texts
  POST /summaries/:id/statements
  POST /summaries/:id/discard
  POST /summaries/:id/comments
  POST /summaries/:id/comments/:comment_id/answer
  POST /summaries/:id/comments/:comment_id/ask-again
  POST /summaries/:id/comments/:comment_id/settle
  POST /translations/:language/table/check
  POST /reports/audit-logs/verification
  POST /users/audit-logs
  POST /roles/audit-logs
  PATCH /my-profile/mails
  PATCH /my-profile/language
  POST /change-password
  POST /reset-password
  POST /forgot-password
  POST /my-sign-in/proof
  POST /my-sign-in/passkeys/options
  POST /my-sign-in/sessions/end
  POST /my-sign-in/own-computers/:id/removal
  POST /sign-in/oidc/start
  POST /sign-in/oidc/answer`)

/** The work of offices on records, and logging in. */
const WORK = /^(POST|PATCH) \/(sites|drafts|file|points|login|logout)\b/

/** Who is asked before this call; null for one that nobody has thought about. */
export function askedBefore(call: string): 'every_caller' | 'final_decision' | 'nobody' | null {
  if (ASKED_OF_ALL.includes(call)) return 'every_caller'
  if (ASKED_OF_FACTORS.includes(call)) return 'final_decision'
  return NOT_ASKED.includes(call) || WORK.test(call) || call.startsWith('GET ') ? 'nobody' : null
}
