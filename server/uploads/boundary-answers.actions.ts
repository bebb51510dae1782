import { canAnswerBoundary } from '../../shared/file-access/file-access.policy.ts'
import type { UploadedFile } from '../../shared/files/files.schema.ts'
import {
  type BoundaryAnswers,
  type BoundaryQuestion,
  sameAnswers,
} from '../../shared/land/boundary-answers.ts'
import { NOT_ANSWERED } from '../../shared/land/crs.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, invalid, isRefusal, requireAllowed } from '../lib/errors.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import { findFile, lockFile, saveAnswers, type StoredFile, uploadedFile } from '../store/files.queries.ts'
import { saveFileBoundary } from '../geodata/kml/file-boundaries.queries.ts'
import { readStoredMap } from '../geodata/read-map.ts'

/** Returns the file if the caller may answer what it asks; else throws the refusal. */
function requireAnswerable<File extends StoredFile>(ctx: Ctx, file: File | null): File {
  if (!file) throw new AppError('no_such_file')
  requireAllowed(canAnswerBoundary(ctx.actor, file))
  return file
}

/** Rejects an answer to what was never asked, and a call without an answer, under the field of the open question. */
function requireAnswer(
  { boundary_question, boundary_answers, boundary_tracks }: StoredFile,
  given: BoundaryAnswers,
): void {
  const asked = [boundary_question, ...Object.keys(boundary_answers ?? {})]
  const answered = Object.keys(given) as BoundaryQuestion[]
  if (answered.some((question) => !asked.includes(question))) throw new AppError('nothing_to_answer')
  const tracks = boundary_tracks?.filter((track) => !track.is_closed).map(({ number }) => number) ?? []
  if (Array.isArray(given.close) && !given.close.every((number) => tracks.includes(number)))
    throw invalid({ close: [NOT_ANSWERED.close] })
  const [open = null] = asked.filter((question) => question !== null)
  if (open === null) throw new AppError('nothing_to_answer')
  if (answered.length === 0) throw invalid({ [open]: [NOT_ANSWERED[open as BoundaryQuestion]] })
}

/**
 * Reads the boundary of an uploaded map with the answers to what it asks, at the caller's turn, and stores both. An
 * answer can be changed until the file is attached; the same answer again changes nothing. Rejects with 422, under the
 * question, an answer with which there is no boundary; the question then stays open.
 */
export async function answerBoundary(ctx: Ctx, id: number, given: BoundaryAnswers): Promise<UploadedFile> {
  const file = requireAnswerable(ctx, await findFile(ctx.db, id))
  requireAnswer(file, given)
  const answers = { ...file.boundary_answers, ...given }
  if (sameAnswers(file.boundary_answers, answers)) return uploadedFile(file)

  const read = await readStoredMap(ctx.services, file, answers, turnOfActor(ctx.actor))
  if (!read.ok && 'reason' in read)
    throw invalid(Object.fromEntries(Object.keys(given).map((question) => [question, [read.reason]])))

  try {
    return await ctx.write(async (db, audit) => {
      const before = requireAnswerable(ctx, await lockFile(db, id))
      if (!sameAnswers(before.boundary_answers, file.boundary_answers))
        throw new AppError('answered_meanwhile')
      if (read.ok) await saveFileBoundary(db, before, read.geometry)
      const after = await saveAnswers(db, id, answers, read.ok ? null : read.question)
      audit({
        module: 'Profiling of SITES',
        event: 'Boundary Answered',
        changes: [{ field: 'file_id', old: null, new: String(id) }, ...changesOf(before, after)],
      })
      return uploadedFile(after)
    })
  } catch (error) {
    // of two clicks on one answer, the second has nothing left to do
    const now = isRefusal(error, 'answered_meanwhile') ? await findFile(ctx.db, id) : null
    if (now && sameAnswers(now.boundary_answers, answers)) return uploadedFile(now)
    throw error
  }
}

const changesOf = (before: StoredFile, after: StoredFile) =>
  (['crs', 'close'] as const).flatMap((field) => {
    const [old, now] = [before, after].map(({ boundary_answers }) => answerText(boundary_answers?.[field]))
    return old === now ? [] : [{ field, old: old ?? null, new: now ?? null }]
  })

/** An answer as the log has it: of tracks, the numbers of those that are closed. */
const answerText = (answer: BoundaryAnswers[keyof BoundaryAnswers]): string | null =>
  Array.isArray(answer) ? answer.join(', ') || 'none' : (answer?.toString() ?? null)
