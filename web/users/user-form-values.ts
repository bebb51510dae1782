import { z } from 'zod/mini'
import type { Actor } from '../../shared/access/actor.ts'
import { isNational, type Level } from '../../shared/access/levels.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { levelsUnder } from '../../shared/access/levels-under.ts'
import { placeErrors } from '../../shared/users/users.rules.ts'
import { UserInput, type UserPatch } from '../../shared/users/users.schema.ts'
import type { Side } from '../drafts/SideBySide.tsx'

/** The values of the form: texts as typed, ids of choices, '' for empty. */
export type UserFormValues = {
  first_name: string
  middle_name: string
  last_name: string
  sex: string
  email: string
  access_level: Level | ''
  role_id: string
  region_id: string
  penro: string
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
  const [only, ...others] = levelsUnder(actor)
  const access_level = only !== undefined && others.length === 0 ? only : ''
  return {
    first_name: '',
    middle_name: '',
    last_name: '',
    sex: '',
    email: '',
    access_level,
    role_id: '',
    ...placeAt(actor, access_level, { region_id: '', penro: '' }),
  }
}

/** The values of a stored user. */
export const valuesOfUser = (user: User): UserFormValues => ({
  first_name: user.first_name,
  middle_name: user.middle_name ?? '',
  last_name: user.last_name,
  sex: user.sex ?? 'Male',
  email: user.email,
  access_level: user.access_level,
  role_id: String(user.role_id),
  region_id: textOf(user.region_id),
  penro: user.penro ?? '',
})

const idOf = (text: string): number | null => (text === '' ? null : Number(text))
const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

const asInput = (values: UserFormValues) => ({
  ...values,
  middle_name: orNull(values.middle_name),
  role_id: idOf(values.role_id),
  region_id: idOf(values.region_id),
  penro: orNull(values.penro),
})

/** The first error of each field, by the server's own rules. */
export function userComplaints(values: UserFormValues): Record<string, string> {
  const input = asInput(values)
  const { error } = z.safeParse(UserInput, input)
  const complaints: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) complaints[String(path[0])] ??= message
  const { access_level, region_id, penro } = input
  if (access_level !== '')
    for (const [field, [first]] of Object.entries(placeErrors({ access_level, region_id, penro })))
      if (first) complaints[field] ??= first
  return complaints
}

/** The body of the call that adds a user. */
export const toUserInput = (values: UserFormValues): UserInput => z.parse(UserInput, asInput(values))

/**
 * The body of the call that edits a user: the fields of the form, null for a cleared one (C-38), and `updated_at` as
 * the person saw it. The email address cannot change; the server sets who updated or deactivated the user (000 §7).
 */
export function toUserPatch(values: UserFormValues, seen: Pick<User, 'updated_at'>): UserPatch {
  const { email: _fixed, ...fields } = toUserInput(values)
  return { ...fields, updated_at: seen.updated_at }
}

const LABELS = {
  first_name: 'First Name',
  middle_name: 'Middle Name',
  last_name: 'Last Name',
  sex: 'Sex',
  access_level: 'Access Level',
  penro: 'PENRO',
} as const satisfies Partial<Record<keyof UserFormValues, string>>

/** The fields in which the form differs from the user as saved now; `role` is the name of the role in the form. */
export function userSides(values: UserFormValues, now: User, role: string): Side[] {
  const saved = valuesOfUser(now)
  const texts = (Object.keys(LABELS) as (keyof typeof LABELS)[]).map((field) => ({
    field,
    label: LABELS[field],
    theirs: saved[field],
    mine: values[field],
  }))
  const roles = { field: 'role', label: 'Role', theirs: now.role, mine: role }
  return [
    ...texts.filter(({ theirs, mine }) => theirs !== mine),
    ...(values.role_id === saved.role_id ? [] : [roles]),
  ]
}
