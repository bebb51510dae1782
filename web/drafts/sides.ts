import type { FormFields, FormOf, Values } from '../../shared/lib/fields.ts'
import type { Side } from './SideBySide.tsx'

/** Returns the fields in which a form differs from its record as it is saved now, in words. */
export const sidesOf = <All extends FormFields>(
  of: FormOf<All>,
  mine: Values<All>,
  now: Parameters<FormOf<All>['start']>[0],
): Side[] =>
  of.changes(of.start(now), mine).map(({ field, label, old, new: typed }) => ({
    field,
    label,
    theirs: old ?? '',
    mine: typed ?? '',
  }))
