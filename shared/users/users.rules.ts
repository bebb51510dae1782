import type { Actor } from '../access/actor.ts'
import { isNational, type Level, type Status } from '../access/levels.ts'
import type { User } from '../auth/auth.schema.ts'
import type { FieldErrors } from '../lib/error-codes.ts'
import type { UserInput, UserPatch } from './users.fields.ts'

/** A user form with every field set; '' and absent are null. */
export type UserForm = Pick<
  User,
  'first_name' | 'middle_name' | 'last_name' | 'sex' | 'access_level' | 'region_id' | 'penro' | 'role_id'
>

export const newUser = (input: UserInput): UserForm => ({
  first_name: input.first_name,
  middle_name: input.middle_name || null,
  last_name: input.last_name,
  sex: input.sex,
  access_level: input.access_level,
  region_id: input.region_id ?? null,
  penro: input.penro || null,
  role_id: input.role_id,
})

/** Applies a patch to the stored user: absent is unchanged, null clears (C-38). Only FMB changes regions. */
export function patchedUser(actor: Pick<Actor, 'access_level'>, user: User, patch: UserPatch): UserForm {
  const isMoved = isNational(actor.access_level) && patch.region_id !== undefined
  const region_id = isMoved ? (patch.region_id ?? null) : user.region_id
  // an office belongs to one region, so a move to another region clears it
  const penro = region_id === user.region_id ? user.penro : null
  return {
    first_name: patch.first_name ?? user.first_name,
    middle_name: patch.middle_name === undefined ? user.middle_name : patch.middle_name || null,
    last_name: patch.last_name ?? user.last_name,
    sex: patch.sex ?? user.sex,
    access_level: patch.access_level ?? user.access_level,
    region_id,
    penro: patch.penro === undefined ? penro : patch.penro || null,
    role_id: patch.role_id ?? user.role_id,
  }
}

/**
 * Keeps region and PENRO only if the level has them (000 §3), and replaces them with the creator's if the creator is
 * limited to one place (S-25).
 */
export function withPlaceOf(
  actor: Pick<Actor, 'access_level' | 'region_id' | 'penro'>,
  form: UserForm,
): UserForm {
  const region_id = isNational(actor.access_level) ? form.region_id : actor.region_id
  const penro = actor.access_level === 'PENRO' ? actor.penro : form.penro
  return {
    ...form,
    region_id: isNational(form.access_level) ? null : region_id,
    penro: form.access_level === 'PENRO' ? penro : null,
  }
}

/** The place fields that the level requires and the form lacks (000 §5). */
export function placeErrors(form: Pick<UserForm, 'access_level' | 'region_id' | 'penro'>): FieldErrors {
  const errors: FieldErrors = {}
  if (!isNational(form.access_level) && form.region_id === null) errors.region_id = ['Region is required.']
  if (form.access_level === 'PENRO' && form.penro === null) errors.penro = ['PENRO is required.']
  return errors
}

/** A role must be activated and have the user's access level (000 §6, S-29). */
export function roleErrors(
  role: { access_level: Level; status: Status } | undefined,
  level: Level,
): FieldErrors {
  if (!role) return { role_id: ['This role does not exist.'] }
  if (role.access_level !== level) return { role_id: ['This role is not for the chosen access level.'] }
  return role.status === 'Activated' ? {} : { role_id: ['This role is deactivated. Please choose another.'] }
}
