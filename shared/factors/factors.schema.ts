import { canSeeDemands, canSetDemand } from './demands.policy.ts'
import { canListOfficePeople, canListResetCodes } from './reset-codes.policy.ts'
import { z } from 'zod/mini'
import { AccessLevel } from '../access/levels.ts'
import { SecondStepReply, User } from '../auth/auth.schema.ts'
import { PASSWORD_MAX } from '../auth/password-form.ts'
import { oneOf } from '../lib/choices.ts'
import { isDay } from '../lib/date-range.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import { keysOfKinds } from '../access/record-keys.ts'
import { IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { requiredLine, word } from '../lib/plain-text.ts'
import { MessageReply, saying, wrapped } from '../lib/replies.ts'
import type { PlainKey } from '../texts/translate.ts'

/** how long a login waits for its second step */
export const SECOND_STEP_MINUTES = 10
export const WRONG_CODES = 5
/** how long an identity check holds for decisions that count */
export const IDENTITY_MINUTES = 15
export const OWN_COMPUTER_DAYS = 30
export const RESET_CODE_HOURS = 24
/** how long a passkey has to sign */
export const PASSKEY_MINUTES = 5
export const MAX_PASSKEYS = 10
/** in characters, of the name that its owner gives a passkey */
export const PASSKEY_NAME_MAX = 60
export const RECOVERY_CODES = 10
export const SHEET_CODES = 40

const DEMANDS = ['off', 'offered', 'required'] as const
export type Demand = (typeof DEMANDS)[number]

const NO_CODE = 'sign_in.code_required' satisfies PlainKey
const code = word(NO_CODE, 100).check(z.minLength(1, NO_CODE))
/** the answer of a browser's credential API; the library that verifies it reads the rest */
const Credential = z.looseObject({ id: word('refused.passkey_unreadable' satisfies PlainKey, 1400) })
export type Credential = z.output<typeof Credential>
const passkeyName = requiredLine(PASSKEY_NAME_MAX, {
  required: 'my_sign_in.name_required' satisfies PlainKey,
  too_long: 'my_sign_in.name_too_long' satisfies PlainKey,
})
const stepToken = word('refused.log_in_again' satisfies PlainKey, 100)

export const SecondStepInput = z.object({
  token: stepToken,
  code: z.optional(code),
  passkey: z.optional(Credential),
  force: z.optional(z.boolean()),
  /** remember this browser for 30 days */
  own_computer: z.optional(z.boolean()),
})
export type SecondStepInput = z.output<typeof SecondStepInput>

/** A proof in a sitting: first with the password and a second factor, then with one (`count` of a decision on many). */
export const IdentityInput = z.object({
  password: z.optional(
    z
      .string('sign_in.password_required' satisfies PlainKey)
      .check(z.maxLength(PASSWORD_MAX, 'sign_in.password_too_long' satisfies PlainKey)),
  ),
  code: z.optional(code),
  passkey: z.optional(Credential),
  count: z.optional(z.int().check(z.positive(), z.maximum(10_000))),
})
export type IdentityInput = z.output<typeof IdentityInput>

/** What a browser's credential API is asked. */
const CredentialOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })

const when = z.string()
const maybe = z.nullable(z.string())

export const Session = z.object({
  id: z.number(),
  /** such as "Chrome on Windows" */
  device: z.string(),
  network_address: maybe,
  created_at: when,
  last_used_at: when,
  /** whether it is the caller's own */
  is_this: z.boolean(),
})
export type Session = z.output<typeof Session>

export const OwnComputer = z.object({
  id: z.number(),
  device: z.string(),
  network_address: z.string(),
  created_at: when,
  last_used_at: when,
  expires_at: when,
})
export type OwnComputer = z.output<typeof OwnComputer>

const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  is_synced: z.boolean(),
  created_at: when,
  last_used_at: maybe,
})

const Demanded = z.object({ demand: z.enum(DEMANDS), required_from: maybe })

/** What is set up for the caller, and what their level demands. */
export const MySignIn = z.extend(Demanded, {
  has_factor: z.boolean(),
  app: z.nullable(z.object({ created_at: when })),
  passkeys: z.array(Passkey),
  /** a sheet of 40 is a factor, one of 10 recovery codes */
  sheet: z.nullable(z.object({ size: z.number(), left: z.number(), created_at: when })),
  sessions: z.array(Session),
  own_computers: z.array(OwnComputer),
  /** whether the last proof still holds, and whether the next one needs all factors */
  proof: z.object({ holds: z.boolean(), next_in_full: z.boolean() }),
})
export type MySignIn = z.output<typeof MySignIn>

/** The valid reset code of a person, without its signs; a first half is not valid before the second is issued. */
const ResetCodeState = z.nullable(
  z.object({
    needs_two: z.boolean(),
    issued_by: z.number(),
    issued_by_name: z.string(),
    issued_at: when,
    second_issued_by_name: maybe,
    second_issued_at: maybe,
    expires_at: when,
  }),
)
export type ResetCodeState = z.output<typeof ResetCodeState>

/** A person's sign-in as those above see it. */
export const UserSignIn = z.object({
  has_factor: z.boolean(),
  kinds: z.array(z.enum(['app', 'passkey', 'sheet'])),
  awaits_new_factor: z.boolean(),
  sessions: z.array(Session),
  own_computers: z.array(OwnComputer),
  reset_code: ResetCodeState,
})
export type UserSignIn = z.output<typeof UserSignIn>

/** A person of the caller's office, for whom the caller issues reset codes. */
export const OfficePerson = z.object({
  ...z.pick(User, {
    id: true,
    email: true,
    access_level: true,
    region_id: true,
    office_id: true,
    role: true,
    hierarchy_role: true,
    status: true,
  }).shape,
  name: z.string(),
  has_factor: z.boolean(),
  awaits_new_factor: z.boolean(),
  reset_code: ResetCodeState,
})
export type OfficePerson = z.output<typeof OfficePerson>

/** `seen`: when the newest part of the person's valid code was issued, as the caller's screen shows it. */
const ResetCodeInput = z.optional(z.object({ seen: z.optional(z.nullable(word('Invalid date.'))) }))

/** Shown once: eight signs, or four of them when two administrators are needed. */
export const ResetCodeIssued = z.object({
  signs: z.string(),
  part: z.enum(['whole', 'first', 'second']),
  expires_at: when,
})
export type ResetCodeIssued = z.output<typeof ResetCodeIssued>

export const ResetCodeRow = z.object({
  id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  office: z.string(),
  needs_two: z.boolean(),
  issued_by_name: z.string(),
  issued_at: when,
  second_issued_by_name: maybe,
  expires_at: when,
  ended_at: maybe,
  ended_by: z.nullable(z.enum(['used', 'replaced', 'expired', 'not needed'])),
})
export type ResetCodeRow = z.output<typeof ResetCodeRow>

export const FactorDemand = z.extend(Demanded, {
  access_level: AccessLevel,
  revision: z.number(),
  updated_at: when,
  updated_by_name: maybe,
  people: z.number(),
  with_factor: z.number(),
})
export type FactorDemand = z.output<typeof FactorDemand>

export const DemandInput = z.object({
  access_level: AccessLevel,
  demand: oneOf(DEMANDS, 'Choose what is demanded.', 'Choose what is demanded.'),
  /** yyyy-mm-dd in Manila, with `required` */
  required_from: z.nullish(z.string('Choose a day.').check(z.refine(isDay, 'Choose a day.'))),
  revision: z.int(),
})
export type DemandInput = z.output<typeof DemandInput>

const Codes = z.object({ codes: z.array(z.string()) })
/** with the first factor the recovery codes, which are shown once */
const FactorAdded = z.object({ recovery_codes: z.nullable(z.array(z.string())) })
const CodeInput = z.object({ code })
const ComputerParams = z.object({ id: IdText, computerId: IdText })

export const factorsApi = {
  secondStepPasskey: endpoint('POST', '/login/second-step/passkey', {
    summary: 'What a passkey must sign for this second step',
    access: 'public',
    // each call stores a challenge
    limited: true,
    body: z.object({ token: stepToken }),
    reply: CredentialOptions,
  }),
  passkeyOptions: endpoint('POST', '/login/passkey/options', {
    summary: 'What a passkey must sign to log in without a password',
    access: 'public',
    // each call stores a challenge
    limited: true,
    reply: CredentialOptions,
  }),
  passkeyLogin: endpoint('POST', '/login/passkey', {
    summary: 'Log in with a passkey alone; finish with the second step, which it has passed',
    access: 'public',
    body: z.object({ passkey: Credential }),
    reply: SecondStepReply,
  }),
  mine: endpoint('GET', '/my-sign-in', {
    may: everyone,
    auditor: 'not_logged',
    open_before: 'factor',
    summary: 'The caller’s factors, sessions and own computers, and what their level demands',
    reply: MySignIn,
  }),
  prove: endpoint('POST', '/my-sign-in/proof', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    summary: 'Prove the caller’s identity for decisions that count, for 15 minutes',
    body: IdentityInput,
    reply: MySignIn.shape.proof,
  }),
  credentialOptions: endpoint('POST', '/my-sign-in/passkeys/options', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    summary: 'What a passkey must sign to be added, tested, or to prove the caller’s identity',
    body: z.object({
      purpose: oneOf(['add', 'test', 'prove'] as const, 'Invalid purpose.', 'Invalid purpose.'),
      own_computer: z.optional(z.boolean()),
    }),
    reply: CredentialOptions,
  }),
  startApp: endpoint('POST', '/my-sign-in/app', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    identity: 'every_caller',
    summary: 'Make the secret of an authenticator app; it counts after a first code',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmApp: endpoint('POST', '/my-sign-in/app/confirmation', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    identity: 'every_caller',
    summary: 'Confirm the authenticator app with a code',
    body: CodeInput,
    reply: FactorAdded,
  }),
  removeApp: endpoint('POST', '/my-sign-in/app/removal', {
    may: everyone,
    auditor: 'makes',
    identity: 'every_caller',
    summary: 'Remove the authenticator app',
    reply: saying('The authenticator app was removed.'),
  }),
  addPasskey: endpoint('POST', '/my-sign-in/passkeys', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    identity: 'every_caller',
    summary: 'Add a passkey; it counts after one test',
    body: z.object({ name: passkeyName, passkey: Credential }),
    reply: z.object({ id: z.number() }),
    status: 201,
  }),
  testPasskey: endpoint('POST', '/my-sign-in/passkeys/:id/test', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    identity: 'every_caller',
    summary: 'Sign in with the new passkey once, so that it counts',
    params: IdParams,
    body: z.object({ passkey: Credential }),
    reply: FactorAdded,
  }),
  removePasskey: endpoint('POST', '/my-sign-in/passkeys/:id/removal', {
    may: everyone,
    auditor: 'makes',
    identity: 'every_caller',
    summary: 'Remove a passkey',
    params: IdParams,
    reply: MessageReply,
  }),
  makeSheet: endpoint('POST', '/my-sign-in/sheet', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    identity: 'every_caller',
    summary:
      'Make new codes on paper: 10 recovery codes, or 40 that are a factor of their own; older ones end',
    body: z.object({ size: z.union([z.literal(RECOVERY_CODES), z.literal(SHEET_CODES)], 'Invalid size.') }),
    reply: Codes,
  }),
  confirmSheet: endpoint('POST', '/my-sign-in/sheet/confirmation', {
    may: everyone,
    auditor: 'makes',
    open_before: 'factor',
    identity: 'every_caller',
    summary: 'Confirm a sheet of 40 codes with one of them',
    body: CodeInput,
    reply: FactorAdded,
  }),
  removeSheet: endpoint('POST', '/my-sign-in/sheet/removal', {
    may: everyone,
    auditor: 'makes',
    identity: 'every_caller',
    summary: 'Remove the sheet of 40 codes',
    reply: saying('The codes were removed and no longer work.'),
  }),
  endOwnSessions: endpoint('POST', '/my-sign-in/sessions/end', {
    may: everyone,
    auditor: 'makes',
    summary: 'End the caller’s session and forget all own computers',
    reply: saying('You are logged out, and none of your own computers is remembered.'),
  }),
  forgetOwnComputer: endpoint('POST', '/my-sign-in/own-computers/:id/removal', {
    may: everyone,
    auditor: 'makes',
    summary: 'Forget one own computer: the second step is asked there again',
    params: IdParams,
    reply: MessageReply,
  }),
  userSignIn: endpoint('GET', '/users/:id/sign-in', {
    reads: 'sign-in',
    may: everyone,
    summary: 'A person’s factors, sessions, own computers and reset code',
    params: IdParams,
    reply: UserSignIn,
  }),
  endSessions: endpoint('POST', '/users/:id/sessions/end', {
    stale: ['sign-in'],
    may: whoHolds('user_reset_password'),
    identity: 'every_caller',
    summary: 'End a person’s session and forget all their own computers',
    params: IdParams,
    reply: MessageReply,
  }),
  forgetComputer: endpoint('POST', '/users/:id/own-computers/:computerId/removal', {
    stale: ['sign-in'],
    may: whoHolds('user_reset_password'),
    identity: 'every_caller',
    summary: 'Forget one of a person’s own computers',
    params: ComputerParams,
    reply: MessageReply,
  }),
  issueResetCode: endpoint('POST', '/users/:id/reset-code', {
    stale: ['sign-in'],
    may: whoHolds('user_reset_password', ...keysOfKinds('approve')),
    identity: 'every_caller',
    summary: 'Issue a reset code for a person who has lost their second factor; shown once',
    params: IdParams,
    body: ResetCodeInput,
    reply: ResetCodeIssued,
  }),
  officePeople: endpoint('GET', '/sign-in/people', {
    may: canListOfficePeople,
    summary: 'The people of the caller’s office for whom the caller, its approver, issues reset codes',
    query: PageQuery,
    reply: pageReply(OfficePerson),
  }),
  resetCodes: endpoint('GET', '/sign-in/reset-codes', {
    may: canListResetCodes,
    summary: 'All reset codes that were issued, newest first',
    query: PageQuery,
    reply: pageReply(ResetCodeRow),
  }),
  demands: endpoint('GET', '/sign-in/demands', {
    may: canSeeDemands,
    summary: 'What each level demands of its people, and how many have a second factor',
    reply: wrapped('data', z.array(FactorDemand)),
  }),
  setDemand: endpoint('POST', '/sign-in/demands', {
    may: canSetDemand,
    identity: 'every_caller',
    summary: 'Set what a level demands; a demand begins at least 14 days ahead',
    body: DemandInput,
    reply: FactorDemand,
  }),
}
