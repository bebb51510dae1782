import { canLoadUser, canSeeUser } from '../../shared/users/users.policy.ts'
import { mailLanguageApi } from '../../shared/users/mail-language.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { extentOf } from '../../shared/lib/paging.ts'
import { actions } from '../http/http.ts'
import { findUnattendedWork, listOfficesWithoutApprover } from '../pending/approvers.queries.ts'
import { chooseMails, ownMails } from './mail-choice.actions.ts'
import { chooseLanguage, ownLanguage } from './mail-language.actions.ts'
import { resetPasswordOf } from './generated-password.actions.ts'
import { activateUser, createUser, deactivateUser, entry, updateUser, userFor } from './users.actions.ts'
import { listUsers, searchUsers } from './users.queries.ts'
import { recordView } from '../audit/views.actions.ts'

const managementRoutes = actions(usersApi, {
  ownMails: (ctx) => ownMails(ctx),
  chooseMails: (ctx, { body }) => chooseMails(ctx, body),
  list: async ({ db, actor }, { query }) => {
    const page = await listUsers(db, actor, query)
    return { users: page.data, ...extentOf(page, query) }
  },
  search: async ({ db, actor }, { query }) => {
    const page = await searchUsers(db, actor, query)
    return { users: page.data, ...extentOf(page, query) }
  },
  datatable: ({ db, actor }, { query }) => listUsers(db, actor, query),
  withoutApprover: ({ db, actor }) => listOfficesWithoutApprover(db, actor),
  show: async (ctx, { params }) => {
    const user = await userFor(ctx, params.id, canLoadUser)
    return { user, left_alone: await findUnattendedWork(ctx.db, user.access_level, { user_id: user.id }) }
  },
  create: (ctx, { body }) => createUser(ctx, body),
  update: (ctx, { params, body }) => updateUser(ctx, params.id, body),
  activate: (ctx, { params }) => activateUser(ctx, params.id),
  deactivate: (ctx, { params, body }) => deactivateUser(ctx, params.id, body.deactivate_reason),
  resetPassword: async (ctx, { body }) => ({
    message: `New password sent to ${await resetPasswordOf(ctx, body.email)}.`,
  }),
  view: async (ctx, { body }) => {
    const user = await userFor(ctx, body.id, canSeeUser)
    await recordView(ctx, { ...entry(user, 'View'), id: user.id })
  },
})

/** User management, and the mails that a user chooses. */
export const userRoutes = [
  ...managementRoutes,
  ...actions(mailLanguageApi, {
    own: (ctx) => ownLanguage(ctx),
    choose: (ctx, { body }) => chooseLanguage(ctx, body),
  }),
]
