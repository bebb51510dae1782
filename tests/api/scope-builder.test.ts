import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { covers, type Scoped, type ScopedActor } from '../../shared/access/actor.ts'
import { LEVELS } from '../../shared/access/levels.ts'
import { inScope } from '../../server/database/scope.ts'
import { withServer } from '../support/product/app.ts'
import { FULL } from '../support/full.ts'

const t = withServer()

const id = fc.integer({ min: 1, max: 4 })
/** Includes impossible accounts: without a place, or of an unknown level. */
const person = fc.record({
  access_level: fc.constantFrom(...LEVELS, 'Barangay'),
  region_id: fc.option(id),
  office_id: fc.option(id),
}) as fc.Arbitrary<ScopedActor>
const record: fc.Arbitrary<Scoped> = fc.record({ region_id: id, office_id: id })

/** The indexes of the records that the condition matches. */
async function leftBySql(actor: ScopedActor, records: readonly Scoped[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select (place - 1)::integer as place
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality as listed(record, place)
      cross join lateral jsonb_to_record(record) as records(region_id integer, office_id integer)
    where ${inScope(actor, 'records')} order by place`.execute(t.db)
  return rows.map(({ place }) => place)
}

test('the one condition of scope leaves exactly what the policy covers, for every level and place', async () => {
  await fc.assert(
    fc.asyncProperty(person, fc.array(record, { maxLength: 12 }), async (actor, records) => {
      const covered = records.flatMap((one, place) => (covers(actor, one).ok ? [place] : []))
      expect(await leftBySql(actor, records)).toEqual(covered)
    }),
    { numRuns: FULL ? 5_000 : 500 },
  )
})

test('a level that is not in the table covers nothing', async () => {
  const nobody = { access_level: 'Barangay', region_id: 1, office_id: 1 } as unknown as ScopedActor
  expect(covers(nobody, { region_id: 1, office_id: 1 }).ok).toBe(false)
  expect(await leftBySql(nobody, [{ region_id: 1, office_id: 1 }])).toEqual([])
})
