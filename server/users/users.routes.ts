import { canLoadUser, canSeeUser } from '../../shared/users/users.policy.ts'
import { mailLanguageApi } from '../../shared/users/mail-language.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { extentOf } from '../../shared/lib/paging.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { findUnattendedWork, listOfficesWithoutApprover } from '../pending/approvers.queries.ts'
import { chooseMails, ownMails } from './mail-choice.actions.ts'
import { chooseLanguage, ownLanguage } from './mail-language.actions.ts'
import { resetPasswordOf } from './generated-password.actions.ts'
import { activateUser, createUser, deactivateUser, entry, updateUser } from './users.actions.ts'
import { findUser, listUsers, searchUsers } from './users.queries.ts'
import { recordView } from '../audit/views.actions.ts'

const reply = (user: User) => ({ user })

/** User management, and the mails that a user chooses. */
export function userRoutes(route: Routes, formRoute: FormRoutes) {
  route(usersApi.ownMails, (ctx) => ownMails(ctx))
  route(usersApi.chooseMails, (ctx, { body }) => chooseMails(ctx, body))
  route(mailLanguageApi.own, (ctx) => ownLanguage(ctx))
  route(mailLanguageApi.choose, (ctx, { body }) => chooseLanguage(ctx, body))
  route(usersApi.list, async ({ db, actor }, { query }) => {
    const page = await listUsers(db, actor, query)
    return { users: page.data, ...extentOf(page, query) }
  })
  route(usersApi.search, async ({ db, actor }, { query }) => {
    const page = await searchUsers(db, actor, query)
    return { users: page.data, ...extentOf(page, query) }
  })
  route(usersApi.datatable, async ({ db, actor }, { query }) => {
    return listUsers(db, actor, query)
  })
  route(usersApi.withoutApprover, ({ db, actor }) => {
    return listOfficesWithoutApprover(db, actor)
  })
  route(usersApi.show, async (ctx, { params }) => {
    const user = await userFor(ctx, params.id, canLoadUser)
    return { user, left_alone: await findUnattendedWork(ctx.db, user.access_level, { user_id: user.id }) }
  })
  formRoute(
    usersApi.create,
    (ctx, { body }) => createUser(ctx, body),
    (created) => created,
  )
  formRoute(usersApi.update, (ctx, { params, body }) => updateUser(ctx, params.id, body), reply)
  formRoute(usersApi.activate, (ctx, { params }) => activateUser(ctx, params.id), reply)
  formRoute(
    usersApi.deactivate,
    (ctx, { params, body }) => deactivateUser(ctx, params.id, body.deactivate_reason),
    reply,
  )
  route(usersApi.resetPassword, async (ctx, { body }) => ({
    message: `New password sent to ${await resetPasswordOf(ctx, body.email)}.`,
  }))
  route(usersApi.view, async (ctx, { body }) => {
    const user = await userFor(ctx, body.id, canSeeUser)
    await recordView(ctx, { ...entry(user, 'View'), id: user.id })
    return { message: 'The view was recorded.' }
  })
}

/** Returns the user if the policy allows the caller. */
async function userFor({ db, actor }: Ctx, id: number, allows: typeof canSeeUser): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('scope')
  requireAllowed(allows(actor, user))
  return user
}
