import { z } from 'zod/mini'
import { SECTIONS } from '../../shared/summaries/sections.ts'
import { type SummaryWriter, WRITER_MINUTES } from '../../shared/summaries/summary-writing.schema.ts'
import type { Db } from '../database/db.ts'

/** The draft of a form as the browser stores it; only the names of the parts are read. */
const Typed = z.object({ values: z.record(z.string(), z.unknown()) })

const MINUTE_MS = 60_000

/** Lists the other users who have typed into this draft within the last minutes and not saved it, and in which parts. */
export async function listWriters(
  db: Db,
  { summary_id, except, now }: { summary_id: number; except: number; now: Date },
): Promise<SummaryWriter[]> {
  const drafts = await db
    .selectFrom('form_drafts')
    .innerJoin('users', 'users.id', 'form_drafts.user_id')
    .select((eb) => [
      eb.fn<string>('concat_ws', [eb.val(' '), 'users.first_name', 'users.last_name']).as('name'),
      'form_drafts.content',
      'form_drafts.updated_at as typed_at',
    ])
    .where('form_drafts.form', '=', 'summary-texts')
    .where('form_drafts.record_id', '=', summary_id)
    .where('form_drafts.user_id', '<>', except)
    .where('form_drafts.updated_at', '>', new Date(now.getTime() - WRITER_MINUTES * MINUTE_MS).toISOString())
    .orderBy('form_drafts.updated_at', 'desc')
    .execute()
  return drafts.flatMap(({ name, content, typed_at }) => {
    const typed = z.safeParse(Typed, JSON.parse(content))
    const sections = SECTIONS.filter((section) => typed.data?.values[section] !== undefined)
    return sections.length === 0 ? [] : [{ name, sections, typed_at }]
  })
}
