import { PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'
import { homeOf } from '../../shared/access/screens.ts'
import type { LoginReply, SecondStepReply } from '../../shared/auth/auth.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { forgetAllUploads } from '../files/stored-uploads.ts'
import { ApiError } from '../lib/call.ts'
import { lastLogout } from '../lib/last-logout.ts'
import { rememberLanguage, inPageLanguage } from '../lib/page-language.ts'
import { addressAfterLogin, forgetLastLogout, storeSession } from '../lib/session.ts'
import { failureIn, type Sentences, splitErrors } from '../lib/sentences.ts'

/**
 * Where one step of a log in leads: to a page, to the second step, to a live session elsewhere that must be ended first
 * (409), back to the first step with a sentence, or to the errors of the form.
 */
export type LoginOutcome =
  | { end: 'leaves'; address: string }
  | { end: 'second_step'; token: string }
  | { end: 'elsewhere' }
  | { end: 'over'; why: string }
  | { end: 'refused'; errors: Sentences; general: string | null }

const isKey = (text: string): text is PermissionKey => (PERMISSION_KEYS as readonly string[]).includes(text)

/**
 * Returns where a log in leads: the dashboard, or the first tab the person may open (AUTH-13, C-21); with a mailed
 * password, the page where a new one is chosen (S-133).
 */
const homeOfLogin = ({ user, permissions }: LoginReply): string =>
  user.password_is_generated
    ? inPageLanguage('/change-password')
    : homeOf({
        ...user,
        password_is_generated: undefined,
        name: `${user.first_name} ${user.last_name}`,
        permissions: permissions.filter(isKey),
      })

/** Stores the session of a log in; returns where the person goes. */
async function enter(reply: LoginReply): Promise<string> {
  const left = lastLogout()
  forgetLastLogout()
  // unfinished uploads of another user are deleted from this browser
  if (left && left.user_id !== reply.user.id) await forgetAllUploads()
  storeSession(reply)
  rememberLanguage()
  const home = homeOfLogin(reply)
  // a mailed password opens only the page where a new one is chosen
  return reply.user.password_is_generated ? home : addressAfterLogin(left, reply.user.id, home)
}

/** The outcome of a call that failed, for a form with these fields. */
export function outcomeOfFailure(t: Translate, error: unknown, fields: readonly string[]): LoginOutcome {
  if (error instanceof ApiError && error.status === 409) return { end: 'elsewhere' }
  if (error instanceof ApiError && error.code === 'step_over') return { end: 'over', why: error.message }
  const { own, general } = splitErrors(error, fields, failureIn(t, error))
  return { end: 'refused', errors: own, general }
}

/** Returns the outcome of a call that logs in, and stores its session; never throws. */
export async function outcomeOf(
  t: Translate,
  answer: Promise<LoginReply | SecondStepReply>,
  fields: readonly string[],
): Promise<LoginOutcome> {
  try {
    const reply = await answer
    return 'second_step' in reply
      ? { end: 'second_step', token: reply.second_step.token }
      : { end: 'leaves', address: await enter(reply) }
  } catch (error) {
    return outcomeOfFailure(t, error, fields)
  }
}
