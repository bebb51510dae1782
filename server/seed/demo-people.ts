import { hash } from '@node-rs/argon2'
import type { Db } from '../database/db.ts'

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
  /** only in the records of the demo bureau: has no password and is not listed as an account */
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
  person('fmb.super', 'Amihan', 'Villanueva', 'Female', 'FMB Super Administrator', {}),
  person('fmb.admin', 'Benigno', 'Salonga', 'Male', 'FMB Administrator', {}),
  person('fmb.approver', 'Corazon', 'Dimaculangan', 'Female', 'FMB Approver', {}),
  person('fmb.auditor', 'Zenaida', 'Rosales', 'Female', 'FMB Auditor', {}),
  person('r4a.admin', 'Danilo', 'Macaraeg', 'Male', 'Region Administrator', { region: 'R04A' }),
  person('r4a.approver', 'Esperanza', 'Tolentino', 'Female', 'Region Approver', { region: 'R04A' }),
  person('r9.approver', 'Faisal', 'Abdurahman', 'Male', 'Region Approver', { region: 'R09' }),
  person('laguna.admin', 'Gloria', 'Peñaflor', 'Female', 'PENRO Administrator', LAGUNA),
  person('laguna.approver', 'Honorio', 'Bautista', 'Male', 'PENRO Approver', LAGUNA),
  person('laguna.encoder', 'Isabel', 'Muñoz', 'Female', 'PENRO Encoder', LAGUNA),
  person('quezon.approver', 'Jacinto', 'Alcantara', 'Male', 'PENRO Approver', QUEZON),
  person('quezon.encoder', 'Katrina', 'Luna', 'Female', 'PENRO Encoder', QUEZON),
  person('zds.approver', 'Lorenzo', 'Cabahug', 'Male', 'PENRO Approver', ZDS),
  person('zds.encoder', 'Maricel', 'Ybañez', 'Female', 'PENRO Encoder', ZDS),
  person('ncr.approver', 'Nestor', 'Evangelista', 'Male', 'PENRO Approver', NCR_NORTH),
  person('ncr.encoder', 'Olivia', 'Santos', 'Female', 'PENRO Encoder', NCR_NORTH),
  { ...person('left.encoder', 'Paolo', 'Reyes', 'Male', 'PENRO Encoder', LAGUNA), deactivated: true },
  onRecord(person('ncr.reviewer', 'Quirino', 'Samson', 'Male', 'Region Approver', { region: 'NCR' })),
  onRecord(person('r2.approver', 'Rosario', 'Cadiz', 'Male', 'Region Approver', { region: 'R02' })),
  onRecord(person('r13.approver', 'Salvador', 'Amante', 'Male', 'Region Approver', { region: 'R13' })),
  onRecord(person('nvizcaya.approver', 'Teodora', 'Bumangil', 'Male', 'PENRO Approver', NUEVA_VIZCAYA)),
  onRecord(person('nvizcaya.encoder', 'Urbano', 'Dulnuan', 'Male', 'PENRO Encoder', NUEVA_VIZCAYA)),
  onRecord(person('adsur.approver', 'Violeta', 'Plaza', 'Male', 'PENRO Approver', AGUSAN_DEL_SUR)),
  onRecord(person('adsur.encoder', 'Wilfredo', 'Otaza', 'Male', 'PENRO Encoder', AGUSAN_DEL_SUR)),
]

function person(
  email: string,
  first_name: string,
  last_name: string,
  sex: Person['sex'],
  role: string,
  place: Pick<Person, 'region' | 'office'>,
): Person {
  return { email, first_name, last_name, sex, role, ...place }
}

function onRecord(one: Person): Person {
  return { ...one, record_only: true }
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
