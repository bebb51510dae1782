import { z } from 'zod/mini'
import type { Actor } from '../../shared/access/actor.ts'
import { isNational, type Level } from '../../shared/access/levels.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { onlyLevel } from '../../shared/roles/roles.fields.ts'
import { USER, UserInput, type UserPatch } from '../../shared/users/users.fields.ts'
import { placeErrors } from '../../shared/users/users.rules.ts'
import type { Side } from '../drafts/SideBySide.tsx'
import { sidesOf } from '../drafts/sides.ts'

export type UserFormValues = ReturnType<typeof USER.start> & {
  /** the PENRO is to become an office */
  new_office?: boolean
}

type Place = Pick<UserFormValues, 'region_id' | 'penro'>

const textOf = (id: number | null): string => (id === null ? '' : String(id))

/**
 * Region and PENRO after a change of level: the creator's own if the creator works in one place only (S-25), else the
 * entered ones that the level has.
 */
export function placeAt(actor: Actor, level: Level | '', entered: Place): Place {
  const region_id = isNational(actor.access_level) ? entered.region_id : textOf(actor.region_id)
  const penro = actor.access_level === 'PENRO' ? (actor.penro ?? '') : entered.penro
  return {
    region_id: level === '' || isNational(level) ? '' : region_id,
    penro: level === 'PENRO' ? penro : '',
  }
}

/** The values of a new user; the level is preset if there is only one to choose. */
export function emptyUser(actor: Actor): UserFormValues {
  const empty = USER.start({ access_level: onlyLevel(actor) })
  return { ...empty, ...placeAt(actor, empty.access_level, empty) }
}

/** The values of a stored user. */
export const valuesOfUser = (user: User): UserFormValues => USER.start({ ...user, sex: user.sex ?? 'Male' })

/** The first error of each field, by the server's own rules. */
export function userComplaints(values: UserFormValues): Record<string, string> {
  const { region_id = null, penro = null } = USER.sent(values)
  const { access_level } = values
  const places = access_level === '' ? {} : placeErrors({ access_level, region_id, penro })
  const missing = Object.entries(places).map(([field, [sentence = '']]) => [field, sentence] as const)
  return { ...Object.fromEntries(missing), ...USER.complaints(values) }
}

/** The body of the call that adds a user. */
export const toUserInput = (values: UserFormValues): UserInput =>
  z.parse(UserInput, { ...USER.sent(values), new_office: values.new_office })

/**
 * The body of the call that edits a user: the fields of the form, null for a cleared one (C-38), and `updated_at` as
 * the person saw it. The email address cannot change; the server sets who updated or deactivated the user (000 §7).
 */
export function toUserPatch(values: UserFormValues, seen: Pick<User, 'updated_at'>): UserPatch {
  const { email: _fixed, ...fields } = toUserInput(values)
  return { ...fields, updated_at: seen.updated_at }
}

/** The fields in which the form differs from the user as saved now; `role` is the name of the role in the form. */
export const userSides = (values: UserFormValues, now: User, role: string): Side[] => [
  ...sidesOf(USER, values, valuesOfUser(now)).filter(({ field }) => !field.endsWith('_id')),
  ...(values.role_id === String(now.role_id)
    ? []
    : [{ field: 'role', label: USER.fields.role_id.label, theirs: now.role, mine: role }]),
]
