import { hash } from '@node-rs/argon2'
import type { Db } from '../lib/db.ts'

export const DEMO_PASSWORD = 'Narra-at-Molave-2031!'

type Person = {
  email: string
  first_name: string
  last_name: string
  sex: 'Male' | 'Female'
  role: string
  region?: string
  office?: string
  deactivated?: boolean
  /** appears in the records of the demo bureau only: has no password and is not listed as an account */
  record_only?: boolean
}

const LAGUNA = { region: 'R04A', office: 'PENRO Laguna' }
const QUEZON = { region: 'R04A', office: 'PENRO Quezon' }
const ZDS = { region: 'R09', office: 'PENRO Zamboanga del Sur' }
const NUEVA_VIZCAYA = { region: 'R02', office: 'PENRO Nueva Vizcaya' }
const AGUSAN_DEL_SUR = { region: 'R13', office: 'PENRO Agusan del Sur' }
const NCR_NORTH = { region: 'NCR', office: 'DENR-NCR North Field Office' }

/** The people of the demo bureau; every address ends in @bureau.example and all share one password. */
export const DEMO_PEOPLE: readonly Person[] = [
  {
    email: 'fmb.super',
    first_name: 'Amihan',
    last_name: 'Villanueva',
    sex: 'Female',
    role: 'FMB Super Administrator',
  },
  { email: 'fmb.admin', first_name: 'Benigno', last_name: 'Salonga', sex: 'Male', role: 'FMB Administrator' },
  {
    email: 'fmb.approver',
    first_name: 'Corazon',
    last_name: 'Dimaculangan',
    sex: 'Female',
    role: 'FMB Approver',
  },
  {
    email: 'r4a.admin',
    first_name: 'Danilo',
    last_name: 'Macaraeg',
    sex: 'Male',
    role: 'Region Administrator',
    region: 'R04A',
  },
  {
    email: 'r4a.approver',
    first_name: 'Esperanza',
    last_name: 'Tolentino',
    sex: 'Female',
    role: 'Region Approver',
    region: 'R04A',
  },
  {
    email: 'r9.approver',
    first_name: 'Faisal',
    last_name: 'Abdurahman',
    sex: 'Male',
    role: 'Region Approver',
    region: 'R09',
  },
  {
    email: 'laguna.admin',
    first_name: 'Gloria',
    last_name: 'Peñaflor',
    sex: 'Female',
    role: 'PENRO Administrator',
    ...LAGUNA,
  },
  {
    email: 'laguna.approver',
    first_name: 'Honorio',
    last_name: 'Bautista',
    sex: 'Male',
    role: 'PENRO Approver',
    ...LAGUNA,
  },
  {
    email: 'laguna.encoder',
    first_name: 'Isabel',
    last_name: 'Muñoz',
    sex: 'Female',
    role: 'PENRO Encoder',
    ...LAGUNA,
  },
  {
    email: 'quezon.approver',
    first_name: 'Jacinto',
    last_name: 'Alcantara',
    sex: 'Male',
    role: 'PENRO Approver',
    ...QUEZON,
  },
  {
    email: 'quezon.encoder',
    first_name: 'Katrina',
    last_name: 'Luna',
    sex: 'Female',
    role: 'PENRO Encoder',
    ...QUEZON,
  },
  {
    email: 'zds.approver',
    first_name: 'Lorenzo',
    last_name: 'Cabahug',
    sex: 'Male',
    role: 'PENRO Approver',
    ...ZDS,
  },
  {
    email: 'zds.encoder',
    first_name: 'Maricel',
    last_name: 'Ybañez',
    sex: 'Female',
    role: 'PENRO Encoder',
    ...ZDS,
  },
  {
    email: 'ncr.approver',
    first_name: 'Nestor',
    last_name: 'Evangelista',
    sex: 'Male',
    role: 'PENRO Approver',
    ...NCR_NORTH,
  },
  {
    email: 'ncr.encoder',
    first_name: 'Olivia',
    last_name: 'Santos',
    sex: 'Female',
    role: 'PENRO Encoder',
    ...NCR_NORTH,
  },
  {
    email: 'left.encoder',
    first_name: 'Paolo',
    last_name: 'Reyes',
    sex: 'Male',
    role: 'PENRO Encoder',
    ...LAGUNA,
    deactivated: true,
  },
  ...recordOnly('ncr.reviewer', 'Quirino', 'Samson', 'Region Approver', { region: 'NCR' }),
  ...recordOnly('r2.approver', 'Rosario', 'Cadiz', 'Region Approver', { region: 'R02' }),
  ...recordOnly('r13.approver', 'Salvador', 'Amante', 'Region Approver', { region: 'R13' }),
  ...recordOnly('nvizcaya.approver', 'Teodora', 'Bumangil', 'PENRO Approver', NUEVA_VIZCAYA),
  ...recordOnly('nvizcaya.encoder', 'Urbano', 'Dulnuan', 'PENRO Encoder', NUEVA_VIZCAYA),
  ...recordOnly('adsur.approver', 'Violeta', 'Plaza', 'PENRO Approver', AGUSAN_DEL_SUR),
  ...recordOnly('adsur.encoder', 'Wilfredo', 'Otaza', 'PENRO Encoder', AGUSAN_DEL_SUR),
]

function recordOnly(
  email: string,
  first_name: string,
  last_name: string,
  role: string,
  place: { region: string; office?: string },
): Person[] {
  return [{ email, first_name, last_name, sex: 'Male', role, ...place, record_only: true }]
}

export const demoEmail = (name: string): string => `${name}@bureau.example`

/** Adds the demo people to a database with reference data. */
export async function loadDemoPeople(db: Db): Promise<void> {
  const password_hash = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const roles = await db.selectFrom('roles').select(['id', 'name', 'access_level']).execute()
  const regions = await db.selectFrom('regions').select(['id', 'short_code']).execute()
  const offices = await db.selectFrom('offices').select(['id', 'name']).execute()
  const found = <T>(value: T | undefined, what: string): T => {
    if (value === undefined) throw new Error(`The demo bureau needs ${what}.`)
    return value
  }
  const rows = DEMO_PEOPLE.map((person) => {
    const role = found(
      roles.find((one) => one.name === person.role),
      person.role,
    )
    const region =
      person.region &&
      found(
        regions.find((one) => one.short_code === person.region),
        person.region,
      )
    const office =
      person.office &&
      found(
        offices.find((one) => one.name === person.office),
        person.office,
      )
    return {
      first_name: person.first_name,
      last_name: person.last_name,
      sex: person.sex,
      email: demoEmail(person.email),
      access_level: role.access_level,
      region_id: region ? region.id : null,
      office_id: office ? office.id : null,
      role_id: role.id,
      password_hash: person.record_only ? null : password_hash,
      status: person.deactivated ? 'Deactivated' : 'Activated',
      deactivated_at: person.deactivated ? new Date().toISOString() : null,
      deactivate_reason: person.deactivated ? 'Left the bureau' : null,
    }
  })
  await db.insertInto('users').values(rows).execute()
}
