import type { Position } from '../../shared/boundary/boundary.schema.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { Db } from '../database/db.ts'
import type { DEMO_OFFICES } from './demo-names.ts'
import { demoEmail } from './demo-people.ts'

/** A person of the demo bureau, as records and the log name them. */
export type Person = {
  id: number
  name: string
  role: string
  email: string
  access_level: string
  region_id: number | null
  office_id: number | null
}

/** A place with sites, its encoder and its approvers. */
export type Office = {
  id: number
  region_id: number
  province_id: number | null
  centre: Position
  cities: { id: number; name: string }[]
  encoder: Person
  approvers: Record<Level, Person>
}

/** The state while the demo bureau is being generated. */
export type Bureau = {
  db: Db
  random: () => number
  now: number
  /** files to store after the rows are in place */
  bytes: { key: string; content: Buffer }[]
}

/** A time as the database reads it. */
export const iso = (time: number) => new Date(time).toISOString()

/** A small generator of repeatable numbers from 0 to 1, so that every demo bureau is the same. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export async function findPerson(db: Db, name: string): Promise<Person> {
  const row = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.access_level',
      'users.region_id',
      'users.office_id',
      'roles.name as role',
    ])
    .where('users.email', '=', demoEmail(name))
    .executeTakeFirstOrThrow()
  return { ...row, name: `${row.first_name} ${row.last_name}` }
}

/** Returns the office of a plan with its people and municipalities. */
export async function findOffice(db: Db, plan: (typeof DEMO_OFFICES)[number]): Promise<Office> {
  const office = await db
    .selectFrom('offices')
    .select(['offices.id', 'offices.region_id', 'offices.province_id'])
    .where('offices.name', '=', plan.office)
    .executeTakeFirstOrThrow()
  const cities = await db
    .selectFrom('cities')
    .select(['id', 'name'])
    .where('name', 'in', [...plan.cities])
    .where((where) =>
      office.province_id === null
        ? where('region_id', '=', office.region_id)
        : where('province_id', '=', office.province_id),
    )
    .orderBy('id')
    .execute()
  return {
    ...office,
    centre: plan.centre,
    cities,
    encoder: await findPerson(db, plan.encoder),
    approvers: {
      PENRO: await findPerson(db, plan.approver),
      Region: await findPerson(db, plan.region_approver),
      FMB: await findPerson(db, 'fmb.approver'),
    },
  }
}
