import { sql } from 'kysely'
import type { Level } from '../../shared/access/levels.ts'
import type { Services } from '../context/context.ts'
import { statesText } from '../context/stated-text.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { addActivity } from './demo-activities.ts'
import { addDemoLayers } from './demo-layers.ts'
import { addDemoChecklists } from './demo-checklists.ts'
import { storeAll } from './demo-files.ts'
import type { End } from './demo-history.ts'
import { DEMO_OFFICES } from './demo-names.ts'
import { auditRow, loginRow } from './demo-log.ts'
import { type Bureau, findOffice, findPerson, seededRandom } from './demo-office.ts'
import { loadDemoPeople } from './demo-people.ts'
import { addProfile } from './demo-profiles.ts'
import { seedDemoSummaries } from './demo-summaries.ts'
import { storeAllWarnings } from '../pending/warnings.jobs.ts'
import { measureWaiting } from '../sites/boundaries.jobs.ts'

const PROFILE_ENDS: readonly End[] = [
  'Approved',
  'Approved',
  'At PENRO',
  'Approved',
  'At Region',
  'Approved',
  'Returned by PENRO',
  'Approved',
  'At FMB',
  'Approved',
  'Returned by Region',
  'Approved',
  'Returned by FMB',
]

const ACTIVITY_ENDS: readonly End[] = [
  'Approved',
  'Approved',
  'At PENRO',
  'Approved',
  'Returned by PENRO',
  'At Region',
  'Approved',
  'Draft',
  'At FMB',
  'Returned by Region',
  'Approved',
  'Returned by FMB',
]

/** The level of the first return of a record that is now pending again, or was returned again. */
const FIRST_RETURN: Partial<Record<End, Level>> = {
  'At PENRO': 'PENRO',
  'At Region': 'PENRO',
  'At FMB': 'Region',
  'Returned by FMB': 'Region',
}

/** Enters where an office is, as FMB would. */
async function addAddress(
  { db, now }: Bureau,
  { id, name, address }: { id: number; name: string; address: string },
): Promise<void> {
  await db.updateTable('offices').set({ address }).where('id', '=', id).execute()
  const person = await findPerson(db, 'fmb.admin')
  const line = { auditable_type: 'System', auditable_id: id, auditable_code: name } as const
  const changes = [{ field: 'address', old: null, new: address }, statesText(name, address)]
  const row = auditRow(person, now, { ...line, event: 'Location Data Changed', changes })
  await db
    .insertInto('audit_logs')
    .values([loginRow(person, now - 60_000), row])
    .execute()
}

/** Loads the demo bureau and its files into an empty database, all in one transaction, then computes what follows. */
export async function loadDemoBureau(services: Services): Promise<void> {
  const bytes: Bureau['bytes'] = []
  await services.db.transaction().execute(async (db) => {
    await loadDemoPeople(db)
    await addDemoChecklists(db)
    const bureau: Bureau = { db, random: seededRandom(2031), now: services.now().getTime(), bytes }
    const principles = await listPrinciples(db, 1)
    let profileNumber = 0
    let activeSites = 0
    for (const plan of DEMO_OFFICES) {
      const { address } = plan
      const office = await findOffice(db, plan)
      if (address) await addAddress(bureau, { id: office.id, name: plan.office, address })
      for (let index = 0; index < plan.profiles; index += 1) {
        const end = PROFILE_ENDS[profileNumber % PROFILE_ENDS.length] ?? 'Approved'
        const site = await addProfile(
          bureau,
          office,
          end,
          profileNumber,
          index,
          profileNumber % 2 === 0 ? (FIRST_RETURN[end] ?? null) : null,
        )
        profileNumber += 1
        if (end !== 'Approved') continue
        const lastEnd = ACTIVITY_ENDS[activeSites % ACTIVITY_ENDS.length] ?? 'Approved'
        const rounds = activeSites % 3 === 0 ? 2 : 1
        const isEarly = Math.floor(activeSites / ACTIVITY_ENDS.length) % 2 === 0
        activeSites += 1
        for (let round = 1; round <= rounds; round += 1) {
          const activityEnd = round < rounds ? 'Approved' : lastEnd
          const returned_by = isEarly ? (FIRST_RETURN[activityEnd] ?? null) : null
          await addActivity(bureau, office, site, principles, activityEnd, round / (rounds + 1), returned_by)
        }
      }
    }
    await addDemoLayers(bureau)
    // the approvals are dated in the past, but were inserted just now
    await sql`select restart_register_history()`.execute(db)
    await db.insertInto('installation').values({ demo: true }).execute()
    await storeAll(services, bytes)
  })
  await measureWaiting(services)
  await storeAllWarnings(services)
  await seedDemoSummaries(services)
}
