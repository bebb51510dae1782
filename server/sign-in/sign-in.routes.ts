import { authApi } from '../../shared/auth/auth.schema.ts'
import { signInApi } from '../../shared/sign-in/sign-in.schema.ts'
import type { Ctx } from '../context/context.ts'
import { actions, type RawExchange } from '../http/http.ts'
import { ownComputerCookie, ownComputerTokens } from '../factors/own-computer-cookie.ts'
import { noVisitCookie, visitBrowsers } from '../oidc/browser-cookie.ts'
import { answerSingleSignOn } from './single-sign-on.actions.ts'
import { type Browser, logIn, logOut, ownProfile, permissionsOf } from './sign-in.actions.ts'
import { finishSecondStep } from './second-step.actions.ts'
import { changePassword, forgotPassword, resetPassword } from '../auth/password.actions.ts'

const browserOf = (
  { services: { config } }: Pick<Ctx, 'services'>,
  { headers: { cookie } }: RawExchange['request'],
): Browser => ({
  visits: visitBrowsers(config, cookie),
  own_computers: ownComputerTokens(config, cookie),
})

/** Login, by password or single sign-on, logout and the caller's password. */
export const authRoutes = [
  ...actions(authApi, {
    login: (ctx, { body }, { request }) => logIn(ctx, body, browserOf(ctx, request)),
    logout: async (ctx, _input, { reply, token }) => {
      const end_session = await logOut(ctx, token)
      // clears cached pages, but not the storage, which holds typed work that was not sent yet
      reply.header('clear-site-data', '"cache"')
      return { message: 'You are logged out.', ...(end_session ? { end_session } : {}) }
    },
    forgotPassword: (ctx, { body }) => forgotPassword(ctx, body),
    resetPassword: (ctx, { body }) => resetPassword(ctx, body),
    changePassword: (ctx, { body }) => changePassword(ctx, body),
    validateToken: async ({ actor, db }) => ({
      user: await ownProfile(db, actor.id),
      permissions: permissionsOf(actor),
      actor,
    }),
    myProfile: ({ actor, db }) => ownProfile(db, actor.id),
  }),
  ...actions(signInApi, {
    secondStep: async (ctx, { body }, { request, reply }) => {
      const { login, own_computer } = await finishSecondStep(ctx, body, browserOf(ctx, request))
      if (own_computer) reply.header('set-cookie', ownComputerCookie(ctx.services.config, own_computer))
      return login
    },
    singleSignOn: async (ctx, { body }, { request, reply }) => {
      const answer = await answerSingleSignOn(ctx, body, browserOf(ctx, request))
      reply.header('set-cookie', noVisitCookie(ctx.services.config))
      return answer
    },
  }),
]
