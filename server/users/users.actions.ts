import type { User } from '../../shared/auth/auth.schema.ts'
import { USER, type UserInput, type UserPatch } from '../../shared/users/users.fields.ts'
import { isLevelUnder } from '../../shared/access/levels-under.ts'
import {
  canActivateUser,
  canAssignRole,
  canCreateUserAt,
  canDeactivateUser,
  canEditUser,
  type canSeeUser,
  isNotLastSuperAdministrator,
} from '../../shared/users/users.policy.ts'
import {
  newUser,
  patchedUser,
  placeErrors,
  roleErrors,
  type UserForm,
  withPlaceOf,
} from '../../shared/users/users.rules.ts'
import type { UserCreated } from '../../shared/users/users.schema.ts'
import { type AuditEntry, fieldChanges } from '../context/audit.ts'
import { endEverySignIn } from '../auth/auth.queries.ts'
import { type Audit, changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import { ACTIVATED_COLUMNS, deactivatedColumns, SWITCH_FIELDS } from '../context/deactivation-columns.ts'
import { officeNamedOrNew } from '../offices/offices.actions.ts'
import { lockRoleShared } from '../roles/roles.queries.ts'
import { requireSameTime } from '../context/unchanged-since.ts'
import { mailNewAdministrator } from './administrators.mails.ts'
import { mailSetPasswordLink } from './users.mails.ts'
import {
  findUser,
  insertUser,
  lockUser,
  lockUserAmongSuperAdministrators,
  requireRegionExists,
  saveUser,
} from './users.queries.ts'

/** What is entered about a user, with role and region by name. */
const LOGGED_FIELDS = USER.names.map((field) =>
  field === 'role_id' ? 'role' : field === 'region_id' ? 'region' : field,
)

/** A row of the log about a user. */
export const entry = (
  user: Pick<User, 'id' | 'email'>,
  event: AuditEntry<'User Management'>['event'],
  changes: AuditEntry['changes'] = [],
): AuditEntry<'User Management'> => ({
  module: 'User Management',
  event,
  id: user.id,
  code: user.email,
  changes,
})

/** Returns the user if the policy allows the caller. */
export async function userFor({ db, actor }: Ctx, id: number, allows: typeof canSeeUser): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('scope')
  requireAllowed(allows(actor, user))
  return user
}

/** Rejects with 422 a place or role that does not fit the access level, under the fields. */
async function requireFittingRole(ctx: Ctx, db: Db, form: UserForm, isNewRole: boolean): Promise<void> {
  const role = isNewRole ? await lockRoleShared(db, form.role_id) : undefined
  if (role) requireAllowed(canAssignRole(ctx.actor, role))
  requireNoErrors({ ...placeErrors(form), ...(isNewRole ? roleErrors(role, form.access_level) : {}) })
  if (form.region_id !== null) await requireRegionExists(db, form.region_id)
}

/** Returns the office of a form, adding a new one; null where the level has none. */
async function officeOf(db: Db, audit: Audit, form: UserForm, isConfirmed = false): Promise<number | null> {
  const { region_id, penro } = form
  if (region_id === null || penro === null) return null
  return officeNamedOrNew(db, audit, { region_id, name: penro, isConfirmed })
}

const columnsOf = (form: UserForm, office_id: number | null) => ({
  first_name: form.first_name,
  middle_name: form.middle_name,
  last_name: form.last_name,
  sex: form.sex,
  access_level: form.access_level,
  region_id: form.region_id,
  office_id,
  role_id: form.role_id,
})

/** Creates a user without a password and mails the link that sets one (S-03, S-25, S-26). */
export async function createUser(ctx: Ctx, input: UserInput): Promise<UserCreated> {
  requireAllowed(canCreateUserAt(ctx.actor, input.access_level))
  const form = withPlaceOf(ctx.actor, newUser(input))
  return ctx.write(async (db, audit) => {
    await requireFittingRole(ctx, db, form, true)
    const now = changeStamp(ctx)
    const id = await insertUser(db, {
      ...columnsOf(form, await officeOf(db, audit, form, input.new_office)),
      ...now,
      email: input.email,
      created_by: now.updated_by,
      created_at: now.updated_at,
    })
    const user = await lockUser(db, id)
    audit(entry(user, 'Created', fieldChanges({}, user, LOGGED_FIELDS)))
    await mailNewAdministrator(ctx, db, [null, user])
    return { user, mail_queued: await mailSetPasswordLink(ctx.services, db, user) }
  })
}

/** Changes a user; a new access level ends the sessions of the account (C-38, S-30). */
export const updateUser = (ctx: Ctx, id: number, patch: UserPatch): Promise<User> =>
  ctx.write(async (db, audit) => {
    const { user: before, others } = await lockUserAmongSuperAdministrators(db, id)
    requireAllowed(canEditUser(ctx.actor, before))
    await requireSameTime(db, 'User Management', patch.updated_at, before)
    if (patch.email !== undefined && patch.email !== before.email.toLowerCase())
      throw invalid({ email: ['The email address cannot be changed.'] })

    const form = withPlaceOf(ctx.actor, patchedUser(ctx.actor, before, patch))
    requireAllowed(isLevelUnder(ctx.actor, form.access_level))
    const isMoved = form.access_level !== before.access_level
    const isNewRole = form.role_id !== before.role_id
    if (isMoved || isNewRole) requireAllowed(isNotLastSuperAdministrator(before, others))
    await requireFittingRole(ctx, db, form, isMoved || isNewRole)

    const office_id = await officeOf(db, audit, form, patch.new_office)
    const after = await saveUser(db, id, changeStamp(ctx), columnsOf(form, office_id))
    if (isMoved) await endEverySignIn(db, id, 'administrator')
    audit(entry(after, 'Updated', fieldChanges(before, after, LOGGED_FIELDS)))
    await mailNewAdministrator(ctx, db, [before, after])
    return after
  })

/** Deactivates an account with a reason; its sessions end at once (S-09, S-27). */
export const deactivateUser = (ctx: Ctx, id: number, deactivate_reason: string): Promise<User> =>
  ctx.write(async (db, audit) => {
    const { user: before, others } = await lockUserAmongSuperAdministrators(db, id)
    requireAllowed(canDeactivateUser(ctx.actor, before))
    requireAllowed(isNotLastSuperAdministrator(before, others))

    const now = changeStamp(ctx)
    const after = await saveUser(db, id, now, deactivatedColumns(now, deactivate_reason))
    await endEverySignIn(db, id, 'deactivated')
    audit(entry(after, 'Deactivated', fieldChanges(before, after, SWITCH_FIELDS)))
    return after
  })

/** Activates an account; its password works again. */
export const activateUser = (ctx: Ctx, id: number): Promise<User> =>
  ctx.write(async (db, audit) => {
    const before = await lockUser(db, id)
    requireAllowed(canActivateUser(ctx.actor, before))

    const after = await saveUser(db, id, changeStamp(ctx), ACTIVATED_COLUMNS)
    audit(entry(after, 'Activated', fieldChanges(before, after, SWITCH_FIELDS)))
    await mailNewAdministrator(ctx, db, [before, after])
    return after
  })
