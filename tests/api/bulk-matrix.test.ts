import { beforeAll, expect, test } from 'vitest'
import type { BulkAction } from '../../shared/review/bulk.schema.ts'
import { withServer } from '../support/product/app.ts'
import { personOf } from '../support/oracles/authorization-calls.ts'
import { expected, ROLES } from '../support/oracles/authorization-table.ts'
import { type Aim, arrange, ofTheDay, PLACES_ASKED } from '../support/oracles/authorization-targets.ts'
import { begin, chosen, decided, opened, type Path } from '../support/records/bulk.ts'
import { watchChanges, type ChangeWatch } from '../support/oracles/changes.ts'
import { FULL } from '../support/full.ts'

/**
 * Every role decides on every record together; each row must end as the table of the single call says: decided where
 * that call succeeds, else refused.
 */

const t = withServer()
let watch: ChangeWatch
let aims: Map<string, Aim[]>
beforeAll(async () => {
  aims = await arrange(t)
  for (const role of ROLES) await t.as(personOf(role))
  watch = await watchChanges(t)
}, 180_000)

const COMMENTS = { returned_reason: 'Please correct.', returned_reason_2: 'Please add.' }
const KINDS = [
  ['sites', 'site'],
  ['sites/activities', 'activity'],
] as const satisfies readonly (readonly [Path, string])[]
const CALLS = { approve: 'approved', return: 'returned' } as const
let decisions = 0

async function wrongOf(path: Path, kind: string, action: BulkAction, role: (typeof ROLES)[number]) {
  const all = ofTheDay(aims.get(kind) ?? [])
  const right = (aim: Aim) => expected(`POST /${path}/${CALLS[action]}/:id`, role, aim.target)
  const person = personOf(role) ?? ''
  const by = await t.as(person)
  const mine = all.filter((aim) => ![403, 404].includes(right(aim)))
  const wrong: string[] = []
  for (const aim of all.filter((one) => !mine.includes(one))) {
    const reply = await begin(by, path, action, await chosen(t, path, [aim.id]), COMMENTS)
    if (reply.statusCode !== right(aim)) wrong.push(`${JSON.stringify(aim.target)}: ${reply.statusCode}`)
  }
  if (mine.length === 0) return wrong
  const ids = mine.map(({ id }) => id)
  await opened(t, person, path, ids)
  const bulk = await decided(t, by, path, action, await chosen(t, path, ids), COMMENTS)
  for (const aim of mine) {
    const row = bulk.rows.find(({ id }) => id === aim.id)
    const wanted = right(aim) === 200 ? 'Decided' : 'Refused'
    if (row?.state !== wanted) wrong.push(`${JSON.stringify(aim.target)}: ${row?.state} ${row?.sentence}`)
    decisions += 1
  }
  return wrong
}

/** the short run takes one of the four, another each day */
const CASES = KINDS.flatMap(([path, kind]) =>
  (['approve', 'return'] as const).map((action) => [path, kind, action] as const),
).filter((_case, index) => FULL || index === Math.floor(Date.now() / 86_400_000) % 4)

test.each(CASES)(
  'in bulk %s of each %s: %s',
  async (path, kind, action) => {
    for (const role of ROLES) {
      expect(await wrongOf(path, kind, action, role), role).toEqual([])
      await watch.undo(await watch.taken())
    }
  },
  180_000,
)

test('all of them were asked', () => {
  console.log(`Decisions in bulk of ${PLACES_ASKED}: ${decisions}`)
  expect(decisions).toBeGreaterThan(FULL ? 300 : 20)
})
