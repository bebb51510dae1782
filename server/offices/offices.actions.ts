import {
  canManageOffices,
  canMerge,
  hasUnchangedAddress,
  hasUnchangedName,
} from '../../shared/offices/offices.policy.ts'
import { newOfficeErrors, officeForm } from '../../shared/offices/offices.rules.ts'
import type { OfficePatch } from '../../shared/offices/offices.fields.ts'
import type { Office } from '../../shared/offices/offices.schema.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Audit, Ctx } from '../context/context.ts'
import { statesText } from '../context/stated-text.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import {
  findOffice,
  insertOffice,
  listUsersOf,
  lockOffices,
  moveOffice,
  namesToCompare,
  readOffice,
  updateOffice,
} from './offices.queries.ts'

const entry = (
  office: { id: number; name: string },
  changes: AuditEntry['changes'],
): AuditEntry<'System'> => ({
  module: 'System',
  event: 'Location Data Changed',
  id: office.id,
  code: office.name,
  changes: changes ?? [],
})

export type NamedOffice = { region_id: number; name: string; isConfirmed: boolean }

/**
 * Returns the id of the office of this name; a new name adds an office, which is logged (C-17). Rejects with 422 a new
 * name that may be a typing error, until it is confirmed (S-148).
 */
export async function officeNamedOrNew(
  db: Db,
  audit: Audit,
  { region_id, name, isConfirmed }: NamedOffice,
): Promise<number> {
  const known = await findOffice(db, region_id, name)
  if (known !== null) return known
  requireNoErrors(newOfficeErrors({ name, isConfirmed, ...(await namesToCompare(db, region_id)) }))
  const added = await insertOffice(db, region_id, name)
  if (added !== null) {
    audit(entry({ id: added, name }, [{ field: 'office', old: null, new: name }, statesText(name, null)]))
    return added
  }
  const theirs = await findOffice(db, region_id, name)
  if (theirs === null) throw new AppError('conflict')
  return theirs
}

/** Renames an office or changes what is public of it; everything that belongs to it stays (S-148). */
export const changeOffice = (ctx: Ctx, id: number, patch: OfficePatch): Promise<Office> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canManageOffices(ctx.actor))
    const [office] = await lockOffices(db, [id])
    if (!office) throw new AppError('scope')
    const { name } = patch
    const address = patch.address === undefined ? office.address : patch.address || null
    requireAllowed(hasUnchangedName(patch.seen_name, office.name))
    if (address !== office.address) requireAllowed(hasUnchangedAddress(patch.seen_address, office.address))
    const { file_names_public = office.file_names_public } = patch
    const taken = await findOffice(db, office.region_id, name)
    if (taken !== null && taken !== id)
      throw invalid({ name: ['Another office of this region has this name. Merge the two instead.'] })
    const { foreign } = await namesToCompare(db, office.region_id)
    const isForeign = officeForm(name) !== officeForm(office.name)
    const { penro } = newOfficeErrors({
      name,
      offices: [],
      foreign: isForeign ? foreign : [],
      isConfirmed: true,
    })
    if (penro) throw invalid({ name: penro })
    await updateOffice(db, id, { name, address, file_names_public })
    const changes = [
      { field: 'office', old: office.name, new: name },
      { field: 'address', old: office.address, new: address },
      {
        field: 'file_names_public',
        old: String(office.file_names_public),
        new: String(file_names_public),
      },
    ]
    audit(
      entry({ id, name }, [
        ...changes.filter((change) => change.old !== change.new),
        statesText(name, address),
      ]),
    )
    return readOffice(db, id)
  })

/**
 * Moves users, profiles, activities and files of an office into another one and removes it; from their next call on its
 * users belong to the other one (S-148).
 */
export const mergeOffice = (ctx: Ctx, id: number, { into_id }: { into_id: number }): Promise<Office> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canManageOffices(ctx.actor))
    const [from, into] = await lockOffices(db, [id, into_id])
    if (!from || !into) throw new AppError('scope')
    requireAllowed(canMerge(from, into))
    const users = await listUsersOf(db, from.id)
    const moved = await moveOffice(db, from, into)
    // the files of the other office were not allowed to be named
    const isWithdrawn = into.file_names_public && !from.file_names_public
    if (isWithdrawn) await updateOffice(db, into.id, { ...into, file_names_public: false })
    for (const { id: user_id, email } of users)
      audit({
        module: 'User Management',
        event: 'Updated',
        id: user_id,
        code: email,
        changes: [{ field: 'penro', old: from.name, new: into.name }],
      })
    audit(
      entry(from, [
        { field: 'office', old: from.name, new: into.name },
        { field: 'users', old: null, new: String(users.length) },
        ...(isWithdrawn ? [{ field: 'file_names_public', old: 'true', new: 'false' }] : []),
        ...Object.entries(moved).map(([field, count]) => ({ field, old: null, new: String(count) })),
      ]),
    )
    return readOffice(db, into.id)
  })
