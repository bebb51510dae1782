import { sql } from 'kysely'
import { ENTERED } from '../../../bench/log-reviews.ts'
import { demoEmail } from '../../../server/seed/demo-people.ts'
import type { RoleKind } from '../../../shared/access/default-roles.ts'
import type { Level } from '../../../shared/access/levels.ts'
import type { PermissionKey } from '../../../shared/access/permissions.ts'
import type { TestApp } from '../product/app.ts'

type WithDatabase = Pick<TestApp, 'db'>

export type NewRole = {
  name: string
  access_level: Level
  kind?: RoleKind
  permissions?: readonly PermissionKey[]
  status?: 'Activated' | 'Deactivated'
}

/** Adds a role; returns its id. */
export async function aRole(t: WithDatabase, role: NewRole): Promise<number> {
  const { id } = await t.db
    .insertInto('roles')
    .values({ ...role, permissions: [...(role.permissions ?? [])] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const roleId = async (t: WithDatabase, name: string): Promise<number> =>
  (await t.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

/** The id of a region by its short code, such as R04A. */
export const regionId = async (t: WithDatabase, short_code: string): Promise<number> =>
  (
    await t.db
      .selectFrom('regions')
      .select('id')
      .where('short_code', '=', short_code)
      .executeTakeFirstOrThrow()
  ).id

export type NewPerson = {
  /** name or id of a role */
  role: string | number
  /** short code */
  region?: string
  office?: string
  first_name?: string
  last_name?: string
  status?: 'Activated' | 'Deactivated'
}

/** Adds a person for `t.as(name)`; returns the id. */
export async function aPerson(t: WithDatabase, name: string, person: NewPerson): Promise<number> {
  const role_id = typeof person.role === 'number' ? person.role : await roleId(t, person.role)
  const role = await t.db
    .selectFrom('roles')
    .select('access_level')
    .where('id', '=', role_id)
    .executeTakeFirstOrThrow()
  const office = person.office
    ? await t.db
        .selectFrom('offices')
        .select('id')
        .where('name', '=', person.office)
        .executeTakeFirstOrThrow()
    : null
  const { id } = await t.db
    .insertInto('users')
    .values({
      first_name: person.first_name ?? 'Test',
      last_name: person.last_name ?? 'Person',
      sex: 'Female',
      email: demoEmail(name),
      access_level: role.access_level,
      role_id,
      region_id: person.region ? await regionId(t, person.region) : null,
      office_id: office?.id ?? null,
      status: person.status ?? 'Activated',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type LoggedChange = { field: string; old: string | null; new: string | null }

/** The changes of a row of the log without how the person had proved their identity. */
export const withoutProof = (field_change: unknown): LoggedChange[] =>
  (field_change as LoggedChange[]).filter(({ field }) => field !== 'proof')

/** The rows of the log about a record, oldest first; `proofs` with how the person had proved their identity. */
export async function auditOf(t: WithDatabase, module: string, id: number, { proofs = false } = {}) {
  const rows = await t.db
    .selectFrom('audit_logs')
    .select(['event', 'user_email', 'auditable_code', 'field_change'])
    .where('auditable_type', '=', module)
    .where('auditable_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ field_change, ...row }) => ({
    ...row,
    changes: proofs ? (field_change as unknown as LoggedChange[]) : withoutProof(field_change),
  }))
}

export const auditCount = async (t: WithDatabase): Promise<number> =>
  (
    await t.db
      .selectFrom('audit_logs')
      .select('id')
      .where(sql<boolean>`request_id is distinct from ${ENTERED}`)
      .execute()
  ).length

export const hasSession = async (t: WithDatabase, user_id: number): Promise<boolean> =>
  (await t.db.selectFrom('sessions').select('id').where('user_id', '=', user_id).execute()).length > 0

/** The status codes of simultaneous calls, lowest first. */
export const codesOf = (replies: { statusCode: number }[]): number[] =>
  replies.map((reply) => reply.statusCode).sort((a, b) => a - b)
