import { authApi } from '../../shared/auth/auth.schema.ts'
import type { CallLimit, OpenRoutes, Routes } from '../http/http.ts'
import { ownComputerToken } from '../factors/own-computer-cookie.ts'
import { logIn, logOut, ownProfile, permissionsOf } from './sign-in.actions.ts'
import { changePassword, forgotPassword, resetPassword } from '../auth/password.actions.ts'

/** Login, logout and the caller's password. */
export function authRoutes(route: Routes, openRoute: OpenRoutes, publicLimit: CallLimit) {
  openRoute(authApi.login, (ctx, { body }, { request }) =>
    logIn(ctx, body, ownComputerToken(request.headers.cookie)),
  )
  openRoute(authApi.logout, async (ctx, _input, { reply, token }) => {
    await logOut(ctx, token)
    // clears cached pages, but not the storage, which holds typed work that was not sent yet
    reply.header('clear-site-data', '"cache"')
    return { message: 'You are logged out.' }
  })
  openRoute(
    authApi.forgotPassword,
    async (ctx, { body }) => {
      await forgotPassword(ctx, body)
      return { message: 'Please check your email to finish resetting your password.' }
    },
    // each call queues a job
    publicLimit,
  )
  openRoute(authApi.resetPassword, async (ctx, { body }) => {
    await resetPassword(ctx, body)
    return { message: 'Your password has been set. Please log in.' }
  })
  route(authApi.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body)
    return { message: 'Change Password Successful' }
  })
  route(authApi.validateToken, async ({ actor, db }) => ({
    user: await ownProfile(db, actor.id),
    permissions: permissionsOf(actor),
    actor,
  }))
  route(authApi.myProfile, async ({ actor, db }) => ({ user: await ownProfile(db, actor.id) }))
}
