import type { Actor } from '../../shared/access/actor.ts'
import type { LoginReply } from '../../shared/auth/auth.schema.ts'
import type { SecondStepInput } from '../../shared/factors/factors.schema.ts'
import type { Ctx } from '../context/context.ts'
import { actorOf, hashOfToken } from '../context/sessions.ts'
import { rememberOwnComputer } from '../factors/own-computers.actions.ts'
import { passSecondStep, type SecondStep } from '../factors/pass-second-step.actions.ts'
import { endUnneededCode } from '../factors/reset-codes.actions.ts'
import { deleteSecondStep } from '../factors/second-step.queries.ts'
import { AppError } from '../lib/errors.ts'
import { acceptanceOf, type Browser, finishLogin } from './sign-in.actions.ts'

/**
 * What the steps of a login have proved. A passkey that logs in alone is one proof, and a reset code is no factor: with
 * them a decision that counts still asks for both.
 */
function proofOf({ proved_by, passed_by }: SecondStep): { proved_by: string; in_full: boolean } {
  if (proved_by === passed_by) return { proved_by, in_full: false }
  return { proved_by: `${proved_by} and ${passed_by}`, in_full: passed_by !== 'reset code' }
}

/**
 * Finishes a login by its second step; 409 as for a login while there is another session, then again with `force` and
 * the same token. Returns the token of this browser where the person calls it their own computer; after a reset code
 * no browser is remembered.
 */
export async function finishSecondStep(
  ctx: Ctx<Actor | null>,
  input: SecondStepInput,
  { visits }: Pick<Browser, 'visits'>,
): Promise<{ login: LoginReply; own_computer: string | null }> {
  const step = await passSecondStep(ctx, input)
  const isOwn = input.own_computer === true && step.passed_by !== 'reset code'
  let own_computer: string | null = null
  const proof = proofOf(step)
  const login = await finishLogin(ctx, step.account, proof, input.force ?? false, async (db, audit) => {
    // of two requests with one token one starts the session
    if (!(await deleteSecondStep(db, hashOfToken(input.token)))) throw new AppError('step_over')
    // a factor that is used is not lost
    if (step.passed_by !== 'reset code') await endUnneededCode(db, step.account.id, ctx.services.now())
    // single sign-on as the first step is no password
    if (proof.in_full && step.proved_by === 'password')
      await acceptanceOf(ctx, step.account, visits, proof.proved_by)(db, audit)
    if (isOwn) own_computer = await rememberOwnComputer(ctx, db, audit, actorOf(step.account))
  })
  return { login, own_computer }
}
