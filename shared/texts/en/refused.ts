import { ERROR_CODES } from '../../lib/error-codes.ts'
import { REFUSALS } from '../../lib/refusals.ts'
import { SERVER_REFUSALS } from '../../lib/server-refusals.ts'

const { permission, proof, state, invalid_input } = REFUSALS
const server = SERVER_REFUSALS
const needed = (means: 'password' | 'factor' | 'both') => proof.proof_needed({ means, count: null })

/**
 * What the server answers to the sign-in pages, which carry none of it: refusals by their code, with the sentence that
 * every other client gets, and below them what is said of a field. A page in another language asks for it by its header.
 */
export const REFUSED = {
  'refused.malformed': ERROR_CODES.malformed.message,
  'refused.not_signed_in': ERROR_CODES.not_signed_in.message,
  'refused.permission': ERROR_CODES.permission.message,
  'refused.api_key': ERROR_CODES.api_key.message,
  'refused.deactivated': ERROR_CODES.deactivated.message,
  'refused.scope': ERROR_CODES.scope.message,
  'refused.not_found': ERROR_CODES.not_found.message,
  'refused.conflict': ERROR_CODES.conflict.message,
  'refused.already_signed_in': ERROR_CODES.already_signed_in.message,
  'refused.invalid_input': ERROR_CODES.invalid_input.message,
  'refused.rate': ERROR_CODES.rate.message,
  'refused.internal': ERROR_CODES.internal.message,
  'refused.unavailable': ERROR_CODES.unavailable.message,
  'refused.own_password_first': permission.own_password_first,
  'refused.factor_first': permission.factor_first,
  'refused.proof_needed_password': needed('password'),
  'refused.proof_needed_factor': needed('factor'),
  'refused.proof_needed_both': needed('both'),
  'refused.nothing_to_confirm': state.nothing_to_confirm,
  'refused.sealed_without_factor': state.sealed_without_factor,
  'refused.step_over': invalid_input.step_over,
  'refused.bad_link': invalid_input.bad_link,
  'refused.identity_unknown': server.permission.identity_unknown,
  'refused.identity_listed': server.permission.identity_listed,
  'refused.link_offered': server.permission.link_offered,
  'refused.last_factor': server.state.last_factor,
  'refused.factor_before_codes': server.state.factor_before_codes,
  'refused.app_is_set': server.state.app_is_set,
  'refused.passkeys_full': server.state.passkeys_full,
  'refused.passkey_is_added': server.state.passkey_is_added,
  'refused.identity_taken': server.state.identity_taken,
  'refused.account_linked': server.state.account_linked,
  'refused.account_not_linked': server.state.account_not_linked,
  'refused.ended_elsewhere': server.not_signed_in.ended_elsewhere,
  'refused.ended_administrator': server.not_signed_in.ended_administrator,
  'refused.ended_deactivated': server.not_signed_in.ended_deactivated,
  'refused.ended_password': server.not_signed_in.ended_password,
  'refused.ended_expired': server.not_signed_in.ended_expired,
  'refused.passkey_not_checked': server.invalid_input.passkey_not_checked,
  'refused.passkey_is_another': server.invalid_input.passkey_is_another,
  'refused.passkey_of_shared_computer': server.invalid_input.passkey_of_shared_computer,
  'refused.passkey_unknown': server.invalid_input.passkey_unknown,
  'refused.sign_in_over': server.invalid_input.sign_in_over,
  'refused.provider_names_nobody': server.invalid_input.provider_names_nobody,
  'refused.sign_in_declined': server.invalid_input.sign_in_declined,
  'refused.no_single_sign_on': server.not_found.no_single_sign_on,
  'refused.too_many_tries': server.rate.too_many_tries,
  'refused.codes_locked': server.rate.codes_locked,
  'refused.factor_key_changed': server.unavailable.factor_key_changed,
  'refused.provider_unreachable': server.unavailable.provider_unreachable,
  'refused.stopping': server.unavailable.stopping,
  'refused.database_gone': server.unavailable.database_gone,
  'refused.database_read_only': server.unavailable.database_read_only,
  'refused.database_busy': server.unavailable.database_busy,

  'refused.wrong_credentials': 'These credentials do not match our records.',
  'refused.mailed_password_used':
    'This password was mailed for one login and was used already. Please choose "Forgot your password?" below, or ask your administrator for a new one.',
  'refused.mailed_password_expired':
    'This password was mailed more than 24 hours ago and no longer works. Please choose "Forgot your password?" below, or ask your administrator for a new one.',
  'refused.not_your_email': 'This is not the email address of your account.',
  'refused.wrong_old_password': 'The old password is incorrect.',
  'refused.wrong_password': 'This password is not correct.',
  'refused.wrong_code': 'This code is not correct.',
  'refused.clock_slow':
    'The clock of your phone is {time} slow: please let it set its time automatically, then enter the next code.',
  'refused.clock_fast':
    'The clock of your phone is {time} fast: please let it set its time automatically, then enter the next code.',
  'refused.passkey_not_accepted': 'This passkey was not accepted. Please try again, or enter a code.',
  'refused.passkey_proof': 'This passkey could not be checked. Please try again, or enter a code.',
  'refused.passkey_unreadable': 'This passkey cannot be read.',
  'refused.log_in_again': 'Please log in again.',
  'refused.sign_in_unreadable': 'This sign-in cannot be read.',
  'refused.minute': '1 minute',
  'refused.minutes': '{count} minutes',
} as const
