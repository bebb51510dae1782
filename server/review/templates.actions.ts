import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { PointTemplate } from '../../shared/review/points.schema.ts'
import { canUseTemplates } from '../../shared/review/templates.policy.ts'
import { isSameList, templatesDifference } from '../../shared/review/templates.rules.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { listTemplates, lockTemplates, replaceTemplates } from './templates.queries.ts'

/** The log's entries of a saved list. */
function listChanges(before: readonly PointTemplate[], after: readonly PointTemplate[]): FieldChange[] {
  const { left, joined, isReordered } = templatesDifference(before, after)
  return [
    ...left.map((words) => ({ field: 'usual_point', old: words, new: null })),
    ...joined.map((words) => ({ field: 'usual_point', old: null, new: words })),
    ...(isReordered ? [{ field: 'order', old: null, new: 'Changed' }] : []),
  ]
}

/** Replaces the usual points of the caller's own office, region or FMB; 409 where they are not what the caller saw. */
export const saveTemplates = (
  ctx: Ctx,
  { templates, was }: { templates: PointTemplate[]; was: PointTemplate[] },
): Promise<PointTemplate[]> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canUseTemplates(ctx.actor))
    const place = await lockTemplates(db, ctx.actor)
    if (place === null) throw new AppError('scope')
    const before = await listTemplates(db, ctx.actor)
    if (!isSameList(before, was)) throw new AppError('templates_changed')
    await replaceTemplates(db, ctx.actor, templates)
    audit({
      module: 'System',
      event: 'Usual Points Saved',
      code: place,
      changes: listChanges(before, templates),
    })
    return templates
  })
