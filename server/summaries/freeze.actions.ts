import { createHash } from 'node:crypto'
import { formatList } from '../../shared/lib/format.ts'
import { no } from '../../shared/lib/verdict.ts'
import { placeName } from '../../shared/summaries/comments.rules.ts'
import { gapsOf } from '../../shared/summaries/draft-gaps.ts'
import { canFreezeSummary } from '../../shared/summaries/summaries.policy.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import { listComments } from './comments.queries.ts'
import { composeFrom, scopeOf } from './composing.ts'
import { countRecords, insertDocument, insertFiles } from './documents.queries.ts'
import { entry, lockSummaryFor, requireUnchangedSummary } from './summaries.actions.ts'
import { readSummary, saveSummary } from './summaries.queries.ts'
import { fileField } from './summary-differences.ts'
import { documentText, makeFiles, noticesOf } from './summary-files.ts'
import { freezeEvidence, freezeRecords } from './summary-records.queries.ts'

/**
 * Freezes a draft: stores its records, computes everything from them, makes its files, and stores the document with its
 * SHA-256 last.
 * From then on the database rejects any change of these parts.
 */
export const freezeSummary = (
  ctx: Ctx,
  id: number,
  { updated_at, open_comments = [] }: { updated_at: string; open_comments?: number[] | undefined },
): Promise<SummaryRow> =>
  ctx.write(async (db, audit) => {
    const draft = await lockSummaryFor(ctx, db, id, canFreezeSummary)
    await requireUnchangedSummary(db, updated_at, draft)
    const open = (await listComments(db, id)).filter(({ state }) => state === 'open')
    const unseen = open.filter((comment) => !open_comments.includes(comment.id))
    if (unseen.length > 0)
      throw new AppError(no('comments_open', { names: formatList([...new Set(unseen.map(placeName))]) }))

    const facts = await freezeRecords(db, id, scopeOf(draft))
    const evidence = await freezeEvidence(db, id)
    const document = await composeFrom(db, ctx.services, draft, { facts, evidence })
    const gap = gapsOf(document).find(({ blocks }) => blocks)
    if (gap) throw new AppError(no('summary_gap', { sentence: gap.message }))

    const text = documentText(document)
    const sha256 = createHash('sha256').update(text).digest('hex')
    const files = await makeFiles(document, noticesOf(ctx.services), turnOfActor(ctx.actor))
    await insertFiles(db, id, files)
    const { crosswalk_version } = document
    await insertDocument(db, { summary_id: id, document: text, sha256, crosswalk_version })
    const { updated_by: frozen_by, updated_at: frozen_at } = changeStamp(ctx)
    await saveSummary(db, id, { frozen_by, frozen_at })
    const facts_told = {
      sha256,
      records: await countRecords(db, id),
      files: evidence.files,
      crosswalk_version,
      frozen_at,
      ...Object.fromEntries(files.map(({ format, sha256: of }) => [fileField(format), of])),
      ...(open.length > 0 ? { open_comments: open.length } : {}),
    }
    const changes = Object.entries(facts_told).map(([field, value]) => ({
      field,
      old: null,
      new: String(value),
    }))
    audit(entry(draft, 'Frozen', changes))
    return readSummary(db, id)
  })
