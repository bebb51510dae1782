import type { Db } from '../database/db.ts'

/** The checklists of the demo bureau, by principle. */
const LINES: Record<number, readonly string[]> = {
  2: ['Dates and signatures of the minutes', 'Grievances against the register of the office'],
  6: [
    'Shares in the agreement against what was paid',
    'Receipts signed by the members themselves',
    'Names of women in the lists',
  ],
}

/** Adds checklists to two principles of the first batch. */
export async function addDemoChecklists(db: Db): Promise<void> {
  const principles = await db
    .selectFrom('site_principles')
    .select(['id', 'principle_number'])
    .where('batch_number', '=', 1)
    .execute()
  const rows = principles.flatMap(({ id, principle_number }) =>
    (LINES[principle_number] ?? []).map((text, index) => ({
      sites_principle_id: id,
      position: index + 1,
      text,
    })),
  )
  await db.insertInto('principle_checks').values(rows).execute()
}
