import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { SECTION_TITLES } from '../../shared/summaries/sections.ts'
import { canEditSummary, isTextUnchanged } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryText, TextInput } from '../../shared/summaries/summaries.schema.ts'
import { differingParagraphs } from '../../shared/summaries/text-changes.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import { requireAllowedSaved } from '../lib/errors.ts'
import { entry, lockSummaryFor } from './summaries.actions.ts'
import { touchSummary } from './summaries.queries.ts'
import { confirmText, findText, saveText } from './summary-texts.queries.ts'

/**
 * Saves the text of one section of a draft. The same text again confirms it: it is no longer marked as copied, and
 * keeps the day it was written. Of two users who save at once, the second is rejected, with the text of the first.
 */
export const writeText = (ctx: Ctx, summary_id: number, input: TextInput): Promise<SummaryText> =>
  ctx.write(async (db, audit) => {
    const summary = await lockSummaryFor(ctx, db, summary_id, canEditSummary)
    const { section } = input
    const before = await findText(db, summary_id, section)
    await requireAllowedSaved(
      isTextUnchanged(input.written_at, before),
      async () =>
        before && {
          by: before.written_by ?? 'Another user',
          at: before.written_at,
          events: ['Updated'],
          fields: [{ field: SECTION_TITLES[section], old: null, new: before.text }],
        },
    )

    const { text } = input
    const now = changeStamp(ctx)
    const { updated_by: written_by, updated_at: written_at } = now
    if (before?.text === text) await confirmText(db, summary_id, section)
    else await saveText(db, { summary_id, section, text, written_by, written_at })
    await touchSummary(db, summary_id, now)
    audit(entry(summary, 'Updated', changesOf(section, before, text)))
    const after = await findText(db, summary_id, section)
    if (!after) throw new Error(`The text of ${section} was not written.`)
    return after
  })

/** Returns the changes for the log: only the paragraphs that differ. */
function changesOf(section: TextInput['section'], before: SummaryText | null, text: string): FieldChange[] {
  const field = SECTION_TITLES[section]
  const paragraphs = differingParagraphs(before?.text ?? '', text)
  return [
    ...(paragraphs.old === paragraphs.new ? [] : [{ field, ...paragraphs }]),
    ...(before?.taken_from
      ? [{ field: `${field} taken_from`, old: String(before.taken_from), new: null }]
      : []),
  ]
}
