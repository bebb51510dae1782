import type { Actor } from '../../shared/access/actor.ts'
import type { LoginReply, SecondStepReply } from '../../shared/auth/auth.schema.ts'
import type { AnswerInput, LinkedReply } from '../../shared/oidc/oidc.schema.ts'
import { lockAccount } from '../auth/auth.queries.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, isRefusal } from '../lib/errors.ts'
import { BY_PROVIDER } from '../oidc/linking.actions.ts'
import { giveBackVisitor, takeVisitor } from '../oidc/oidc.queries.ts'
import { providerOf } from '../oidc/provider.ts'
import { endVisit } from '../oidc/visits.actions.ts'
import { afterFirstStep, type Browser } from './sign-in.actions.ts'

/**
 * Ends single sign-on with what the provider sent the browser back with. It is a first step like a password: the second
 * step and 409 are the same, and after 409 the same query with `force` needs no other visit. A visit begun to link an
 * account links it instead.
 */
export async function answerSingleSignOn(
  ctx: Ctx<Actor | null>,
  { query, force }: AnswerInput,
  { visits, own_computers }: Browser,
): Promise<LoginReply | SecondStepReply | LinkedReply> {
  const { services } = ctx
  providerOf(services)
  const parameters = new URLSearchParams(query)
  const returned = { state: parameters.get('state') ?? '', browsers: visits }
  const { linked } = await endVisit(ctx, returned, parameters)
  if (linked) return { linked }
  const visitor = await takeVisitor(services.db, returned, services.now())
  const account = visitor?.user_id ? await lockAccount(services.db, visitor.user_id) : undefined
  if (!visitor || !account || account.sign_in_epoch > visitor.sign_in_epoch)
    throw new AppError('sign_in_over')
  try {
    return await afterFirstStep(ctx, account, { proved_by: BY_PROVIDER, own_computers }, force ?? false)
  } catch (error) {
    if (isRefusal(error, 'already_signed_in')) await giveBackVisitor(services.db, returned)
    throw error
  }
}
