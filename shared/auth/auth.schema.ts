import { z } from 'zod/mini'
import { Actor } from '../access/actor.ts'
import { AccessLevel } from '../access/levels.ts'
import { statusFields } from '../access/deactivation.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { MessageReply, saying, wrapped } from '../lib/replies.ts'
import { isSamePassword, PASSWORD_MAX } from './password-form.ts'
import { TYPED_PER_STORED, word } from '../lib/plain-text.ts'
import type { PlainKey } from '../texts/translate.ts'

export const SESSION_IDLE_MINUTES = 60
export const SESSION_MAX_HOURS = 12
export const VALIDATION_CACHE_MINUTES = 10
export const INACTIVITY_MINUTES = 30
export const WARNING_SECONDS = 300
export const RESET_LINK_MINUTES = 60
export const SET_PASSWORD_LINK_HOURS = 72
export const MAILED_PASSWORD_HOURS = 24

const EMAIL = /^[^\s@]+@(?<domain>[^\s@]+)$/
export const EMAIL_MAX = 254

/** Whether it is a mail address: one "@", no blanks, and in the domain a dot with one character before, two after. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX && (EMAIL.exec(text)?.groups?.domain ?? '').slice(1, -2).includes('.')

const email = (required: PlainKey, invalid: PlainKey) =>
  word(invalid, TYPED_PER_STORED * EMAIL_MAX, required).check(
    z.minLength(1, required),
    z.refine((text) => text === '' || isEmail(text), invalid),
  )

const password = (required: PlainKey) =>
  z
    .string(required)
    .check(
      z.minLength(1, required),
      z.maxLength(PASSWORD_MAX, 'sign_in.password_too_long' satisfies PlainKey),
    )

export const LoginInput = z.object({
  email: email('sign_in.email_required', 'sign_in.email_invalid'),
  password: password('sign_in.password_required'),
  force: z.optional(z.boolean()),
})
export type LoginInput = z.output<typeof LoginInput>

const ForgotPasswordInput = z.object({
  email: email('sign_in.valid_email', 'sign_in.valid_email'),
})

const DIFFER = 'sign_in.passwords_differ' satisfies PlainKey
const confirmationField = z.string(DIFFER).check(z.maxLength(PASSWORD_MAX, DIFFER))

type NewPassword = { password: string; password_confirmation: string }
const passwordsMatch = z.refine<NewPassword>(
  (input) => isSamePassword(input.password, input.password_confirmation),
  {
    error: DIFFER,
    path: ['password_confirmation'],
  },
)

const BAD_LINK = 'refused.bad_link' satisfies PlainKey

export const ResetPasswordInput = z
  .object({
    email: word(BAD_LINK, TYPED_PER_STORED * EMAIL_MAX),
    token: word(BAD_LINK),
    password: password('sign_in.password_required'),
    password_confirmation: confirmationField,
  })
  .check(passwordsMatch)

export const ChangePasswordInput = z
  .object({
    email: word('sign_in.email_required' satisfies PlainKey, TYPED_PER_STORED * EMAIL_MAX),
    old_password: password('sign_in.old_password_required'),
    password: password('sign_in.password_required'),
    password_confirmation: confirmationField,
  })
  .check(passwordsMatch)

const maybe = z.nullable(z.string())

/** A user as in API replies (000 §3). */
export const User = z.object({
  id: z.number(),
  first_name: z.string(),
  middle_name: maybe,
  last_name: z.string(),
  sex: z.nullable(z.enum(['Male', 'Female'])),
  email: z.string(),
  access_level: AccessLevel,
  region_id: z.nullable(z.number()),
  region: maybe,
  province_id: z.nullable(z.number()),
  office_id: z.nullable(z.number()),
  penro: maybe,
  role_id: z.number(),
  role: z.string(),
  hierarchy_role: z.number(),
  ...statusFields,
  last_logged_in: maybe,
  /** an administrator's reset made the password; the user must choose a new one before anything else (S-133) */
  password_is_generated: z.boolean(),
  /** the break-glass account of the operator; otherwise absent */
  is_break_glass: z.optional(z.literal(true)),
})
export type User = z.output<typeof User>

export const LoginReply = z.object({
  token: z.string(),
  /** browser key of the embedded map service; empty if there is none (S-17) */
  gkey: z.string(),
  user: User,
  permissions: z.array(z.string()),
})
export type LoginReply = z.output<typeof LoginReply>

/** The answer to the right password of an account that needs a second step: the same for every such account. */
export const SecondStepReply = z.object({
  second_step: z.object({ token: z.string(), expires_at: z.string() }),
})
export type SecondStepReply = z.output<typeof SecondStepReply>

/** `end_session` is the provider's address to send the browser to, which then returns to the login page. */
const LogoutReply = z.extend(MessageReply, { end_session: z.optional(z.string()) })

export const authApi = {
  login: endpoint('POST', '/login', {
    summary: 'Log in; 409 when the account has a live session and force is not set',
    access: 'public',
    body: LoginInput,
    reply: z.union([LoginReply, SecondStepReply]),
  }),
  logout: endpoint('POST', '/logout', {
    summary: 'End this session; one that began with single sign-on also says where the provider ends its own',
    access: 'public',
    reply: LogoutReply,
  }),
  forgotPassword: endpoint('POST', '/forgot-password', {
    summary: 'Mail a reset link when the address has an account',
    access: 'public',
    // each call queues a job
    limited: true,
    body: ForgotPasswordInput,
    reply: saying('Please check your email to finish resetting your password.'),
  }),
  resetPassword: endpoint('POST', '/reset-password', {
    summary: 'Set a password with a mailed link',
    access: 'public',
    body: ResetPasswordInput,
    reply: saying('Your password has been set. Please log in.'),
  }),
  changePassword: endpoint('POST', '/change-password', {
    may: everyone,
    auditor: 'makes',
    open_before: 'own_password',
    summary: 'Change the caller’s password; ends every session of the account',
    body: ChangePasswordInput,
    reply: saying('Change Password Successful'),
  }),
  validateToken: endpoint('GET', '/validate-token', {
    reads: 'actor',
    may: everyone,
    auditor: 'not_logged',
    open_before: 'own_password',
    summary: 'The signed-in person and their present permissions',
    reply: z.object({ user: User, permissions: z.array(z.string()), actor: Actor }),
  }),
  myProfile: endpoint('GET', '/my-profile', {
    may: everyone,
    auditor: 'not_logged',
    open_before: 'own_password',
    summary: 'The caller’s profile',
    reply: wrapped('user', User),
  }),
}
