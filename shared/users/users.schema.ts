import { canCreateUser, canListUsers, canSeeMissingApprovers } from './users.policy.ts'
import { z } from 'zod/mini'
import { AccessLevel } from '../access/levels.ts'
import { User } from '../auth/auth.schema.ts'
import { DeactivateInput } from '../access/deactivation.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import { IdParams } from '../lib/ids.ts'
import { StatusQuery } from '../access/status-query.ts'
import { ChoiceQuery, extent, pageReply } from '../lib/paging.ts'
import { word } from '../lib/plain-text.ts'
import { OfficeWithoutApprover, UnattendedWork } from '../review/review.schema.ts'
import { MessageReply, saying, ViewInput, wrapped } from '../lib/replies.ts'
import { MAIL_CHOICES } from './mail-choice.ts'
import { USER, UserInput, UserPatch } from './users.fields.ts'

/** A row of the user list: its columns, and what its buttons depend on (000 §2). */
export const UserRow = z.extend(
  z.pick(User, {
    id: true,
    email: true,
    access_level: true,
    region_id: true,
    region: true,
    office_id: true,
    penro: true,
    role_id: true,
    role: true,
    hierarchy_role: true,
    status: true,
    last_logged_in: true,
    is_break_glass: true,
  }),
  { name: z.string() },
)
export type UserRow = z.output<typeof UserRow>

const UserReply = wrapped('user', User)

/** `left_alone` is shown before a user is deactivated or moved (S-120). */
const UserShowReply = z.extend(UserReply, { left_alone: UnattendedWork })
type UserShowReply = z.output<typeof UserShowReply>

/** `mail_queued` is false if the user was created but the mail with the link could not be queued (S-03). */
export const UserCreated = z.extend(UserReply, { mail_queued: z.boolean() })
export type UserCreated = z.output<typeof UserCreated>

export const UserSearch = z.extend(ChoiceQuery, {
  status: z.optional(word('Invalid status.')),
  access_level: z.optional(AccessLevel),
})
export type UserSearch = z.output<typeof UserSearch>

const MailChoiceField = z.nullable(z.enum(MAIL_CHOICES, 'Choose which mails you want.'))

/** The user's own choice of mails about records; null follows the bureau's setting (S-117). */
export const MailChoiceInput = z.object({
  mail_choice: MailChoiceField,
  /** the choice that the page showed; if it changed meanwhile, the save is refused (S-144) */
  was: z.optional(MailChoiceField),
})
export type MailChoiceInput = z.output<typeof MailChoiceInput>

const MailChoiceReply = z.object({ mail_choice: MailChoiceField, bureau: z.enum(MAIL_CHOICES) })
export type MailChoiceReply = z.output<typeof MailChoiceReply>

export const usersApi = {
  ownMails: endpoint('GET', '/my-profile/mails', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'Which mails about records the caller gets, and what the bureau has set',
    reply: MailChoiceReply,
  }),
  chooseMails: endpoint('PATCH', '/my-profile/mails', {
    may: everyone,
    auditor: 'makes',
    summary: 'Choose which mails about records the caller gets; null follows the bureau',
    body: MailChoiceInput,
    reply: MailChoiceReply,
  }),
  list: endpoint('GET', '/users', {
    may: canListUsers,
    summary: 'Users in the caller’s scope, by email address',
    query: StatusQuery,
    reply: z.object({ users: z.array(UserRow), ...extent }),
  }),
  search: endpoint('GET', '/users/search', {
    may: canListUsers,
    summary: 'Users by status, level and text',
    query: UserSearch,
    reply: z.object({ users: z.array(UserRow), ...extent }),
  }),
  datatable: endpoint('GET', '/users/datatable', {
    may: canListUsers,
    summary: 'User list',
    query: StatusQuery,
    reply: pageReply(UserRow),
  }),
  withoutApprover: endpoint('GET', '/users/offices-without-approver', {
    may: canSeeMissingApprovers,
    summary:
      'Offices in the caller’s scope without an active approver, with the number of their pending records',
    reply: z.object({ data: z.array(OfficeWithoutApprover), totalCount: z.number() }),
  }),
  show: endpoint('GET', '/users/:id', {
    may: everyone,
    summary: 'One user',
    params: IdParams,
    reply: UserShowReply,
  }),
  create: endpoint('POST', '/users', {
    may: canCreateUser,
    identity: 'every_caller',
    // a PENRO typed for the first time becomes an office
    stale: ['users', 'offices'],
    summary: 'Add a user and mail a link to set the password',
    form: true,
    body: UserInput,
    reply: UserCreated,
  }),
  update: endpoint('PATCH', '/users/:id', {
    may: whoHolds('user_edit'),
    identity: 'every_caller',
    stale: ['users', 'offices'],
    summary: 'Edit a user; 409 when another user changed it since updated_at',
    form: true,
    params: IdParams,
    body: UserPatch,
    reply: UserReply,
  }),
  activate: endpoint('POST', '/users/activate/:id', {
    may: everyone,
    identity: 'every_caller',
    summary: 'Reactivate a user',
    form: true,
    params: IdParams,
    reply: UserReply,
  }),
  deactivate: endpoint('POST', '/users/deactivate/:id', {
    may: whoHolds('user_activate_deactivate'),
    identity: 'every_caller',
    summary: 'Deactivate a user with a reason; ends every session of the account',
    form: true,
    params: IdParams,
    body: DeactivateInput,
    reply: UserReply,
  }),
  resetPassword: endpoint('POST', '/users/reset-password', {
    may: whoHolds('user_reset_password'),
    identity: 'every_caller',
    summary: 'Mail a generated password to a user; nothing changes when the mail cannot be sent',
    body: z.pick(USER.input, { email: true }),
    reply: MessageReply,
  }),
  view: endpoint('POST', '/users/audit-logs', {
    may: everyone,
    auditor: 'makes',
    summary: 'Record a View of a user',
    body: ViewInput(['User']),
    reply: saying('The view was recorded.'),
  }),
}
