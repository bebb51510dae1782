import { canExportAudit, canReadAudit, canReadIntegrity, canVerifyLog } from './audit.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { LEVELS } from '../access/levels.ts'
import { choice, optionalId } from '../lib/choices.ts'
import { day } from '../lib/day.ts'
import { endpoint } from '../access/endpoint.ts'
import { ChoiceQuery, extent, PageQuery, pageReply, SearchText } from '../lib/paging.ts'
import { HeadRow, Integrity } from './integrity.schema.ts'

/** events that move a record in the review chain */
export const STEP_EVENTS = [
  'Submitted',
  'Recalled',
  ...LEVELS.map((level) => `Approved (${level})` as const),
  ...LEVELS.map((level) => `Returned (${level})` as const),
  // a final approval, by two people (S-170)
  'Withdrawal Proposed',
  'Withdrawal Cancelled',
  'Withdrawn (FMB)',
  'Activated',
  'Deactivated',
] as const

const CHAIN_EVENTS = [
  ...STEP_EVENTS,
  // not in part 6, but every change is logged
  'Bulk Approval Started',
  'Bulk Return Started',
  'Bulk Approval Ended',
  'Bulk Return Ended',
  // recorded next to an approval, whose own row can be proved publicly once the record is public
  'Decision Noted',
  // an open point of a return is no longer asked
  'Point Withdrawn',
  // a message between the offices of the record; the row does not have its text
  'Note Added',
  // what was found on the land of a profile, and its instruments (decision 32)
  'Finding Explained',
  'Finding Accepted',
  'Finding Returned',
  'Request Recorded',
  'Instrument Recorded',
  'Instrument Changed',
  'Instrument Removed',
  'Instrument Confirmed',
] as const
/** The events that a record of each kind has. */
export type RecordEvent = 'Created' | 'Updated' | 'View' | (typeof CHAIN_EVENTS)[number]

/**
 * Modules and events of the audit log (requirements part 6). To add an event, add it here. The fields logged for a user
 * or role are in `USER_FIELDS` and `ROLE_FIELDS`, for a profile in `SITE_FIELDS`. Published entries never change: a
 * fact with a new name needs a new version of the entry (`server/public-log/entry.ts`), and a migration that changes
 * approved records must write rows that record it.
 */
const AUDIT_EVENTS = {
  Authentication: [
    'Login',
    'Login Failed',
    'Forced Login',
    'Logout',
    'Session Expired',
    'Password Reset Requested',
    'Password Reset',
    'Password Changed',
    // second factors; not in part 6, but every change is logged
    'Second Step Failed',
    'Identity Proved',
    'Second Factor Added',
    'Second Factor Removed',
    'Codes Made',
    'Own Computer Remembered',
    'Own Computer Forgotten',
    'Sessions Ended',
    'Reset Code Issued',
    'Reset Code Used',
    'Break-glass Account Sealed',
    'Break-glass Account Used',
    'Demand Set',
    // not in part 6, but every change is logged
    'Identity Offered',
    'Identity Linked',
    'Identity Unlinked',
  ],
  'User Management': [
    'Created',
    'Updated',
    'View',
    'Activated',
    'Deactivated',
    'Password Reset by Administrator',
    // an operator's command on the server; not in part 6, but every change is logged
    'Unlocked',
    'Personal Data Exported',
  ],
  'Role Management': ['Created', 'Updated', 'View', 'Activated', 'Deactivated'],
  'Profiling of SITES': [
    'Created',
    'Updated',
    'View',
    ...CHAIN_EVENTS,
    'File Uploaded',
    'File Downloaded',
    // not in part 6, but every change is logged
    'Boundary Answered',
    'Import Uploaded',
    'Import Rows Left Out',
    'Import Rows Included',
    'Import Started',
    'Import Finished',
    'Import Cancelled',
  ],
  'SITES Activities': [
    'Created',
    'Updated',
    'View',
    'MOV Disabled',
    'MOV Enabled',
    'Discarded',
    ...CHAIN_EVENTS,
    'File Uploaded',
    'File Deleted',
    'Certificate Issued',
  ],
  'Compliance to Safeguards': ['Criteria Saved', 'Crosswalk Saved'],
  'Summary of Information': [
    'Created',
    'Updated',
    'Statement Chosen',
    'Statement Left Out',
    // on a draft; the rows do not have their texts
    'Comment Added',
    'Comment Answered',
    'Comment Settled',
    'Comment Asked Again',
    'Frozen',
    'Published',
    'Replaced',
    'Withdrawn',
    'Discarded',
  ],
  Reports: ['Exported'],
  // what auditors have seen and taken along; not in part 6, but every look of theirs is logged
  Auditor: ['Viewed', 'Exported'],
  System: [
    'Files Cleaned',
    'File Quarantined',
    'Location Data Changed',
    // the wording of a new set of criteria, which public pages are compared with
    'Criteria Stated',
    'Settings Changed',
    'Usual Points Saved',
    // translations of the public pages and mails (decision 35)
    'Text Proposed',
    'Text Confirmed',
    'Proposal Taken Back',
    'Text Corrected',
    'Text Reviewed',
    'Review Taken Back',
    // layers of land and their versions (decision 32)
    'Layer Added',
    'Layer Changed',
    'Layer Withdrawn',
    'Layer Imported',
    'Layer Draft Discarded',
    'Log Verification Started',
    'Backup Restored',
    'Stored Counts Corrected',
    'Mails Sent Again',
    'Future Times Corrected',
    'Public Log Accepted',
    'Public Log Exported',
    'Content Erased',
  ],
} as const

export type AuditModule = keyof typeof AUDIT_EVENTS
export type AuditEvent<M extends AuditModule = AuditModule> = (typeof AUDIT_EVENTS)[M][number]

export const AUDIT_MODULES = Object.keys(AUDIT_EVENTS) as [AuditModule, ...AuditModule[]]

/** The events of a module, or of all modules, by name. */
export const eventsOf = (module?: AuditModule): AuditEvent[] =>
  [...new Set(module ? AUDIT_EVENTS[module] : Object.values(AUDIT_EVENTS).flat())].toSorted()

/** A changed field with its old and new value (S-87). */
export const FieldChange = z.object({
  field: z.string(),
  old: z.nullable(z.string()),
  new: z.nullable(z.string()),
})
export type FieldChange = z.output<typeof FieldChange>

/** A row with its "Fields Edited"; created_at, user_name and so on are the list's column keys (AUDIT-03). */
export const AuditRow = z.object({
  id: z.number(),
  created_at: z.string(),
  user_name: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  role_name: z.nullable(z.string()),
  auditable_type: z.string(),
  auditable_id: z.nullable(z.number()),
  auditable_code: z.nullable(z.string()),
  event: z.string(),
  field_change: z.array(FieldChange),
})
export type AuditRow = z.output<typeof AuditRow>

/** both days inclusive, in Manila, at most seven days (C-13) */
const Range = z.object({ startDate: day('Start date'), endDate: day('End date') })

const COMPLAINT = 'is not one of the choices of this list.'

/** The filters of the log besides its days and its search; `record` is a whole code, name or address of the column Record. */
const LOG_FILTERS = {
  module: choice(AUDIT_MODULES, `Module ${COMPLAINT}`, 'All'),
  event: choice(eventsOf() as [AuditEvent, ...AuditEvent[]], `Action Taken ${COMPLAINT}`, 'All'),
  user_id: optionalId,
  record: SearchText,
}
const LogQuery = z.extend(Range, { ...LOG_FILTERS, search: SearchText })
export type LogQuery = z.output<typeof LogQuery>

/** A person whose rows can be asked for. */
const LoggedPerson = z.object({ id: z.number(), name: z.string(), email: z.string() })
export type LoggedPerson = z.output<typeof LoggedPerson>

export const PeopleQuery = z.extend(ChoiceQuery, { id: optionalId })
export type PeopleQuery = z.output<typeof PeopleQuery>

export const auditApi = {
  datatable: endpoint('GET', '/reports/datatable/audit-logs', {
    may: canReadAudit,
    summary: 'Audit log of at most seven days in Manila time',
    query: z.extend(PageQuery, LogQuery.shape),
    reply: pageReply(AuditRow),
  }),
  people: endpoint('GET', '/reports/audit-logs/people', {
    may: canReadAudit,
    summary: 'The people in the caller’s scope, to choose whose rows of the audit log are shown',
    query: PeopleQuery,
    reply: z.object({ people: z.array(LoggedPerson), ...extent }),
  }),
  download: endpoint('GET', '/reports/audit-logs/export', {
    may: canExportAudit,
    identity: 'every_caller',
    summary:
      'The same rows, narrowed by search and filters, as a CSV file; the download is logged with its filters',
    query: LogQuery,
  }),
}

/** The proof that the log has not been altered. */
export const integrityApi = {
  show: endpoint('GET', '/reports/audit-logs/integrity', {
    may: canReadIntegrity,
    summary: 'The state of the log and the result of its last verification',
    reply: wrapped('data', Integrity),
  }),
  verify: endpoint('POST', '/reports/audit-logs/verification', {
    may: canVerifyLog,
    summary: 'Verifies the whole log in the background',
    reply: wrapped('data', Integrity),
  }),
  heads: endpoint('GET', '/reports/audit-logs/heads', {
    may: canReadIntegrity,
    summary: 'The ended days of the log with the checkpoint that closed each',
    query: PageQuery,
    reply: pageReply(HeadRow),
  }),
}
