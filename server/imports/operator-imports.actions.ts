import { canEndImport } from '../../shared/imports/imports.policy.ts'
import type { Import } from '../../shared/imports/imports.schema.ts'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { foreseen } from '../lib/errors.ts'
import { endImport, importLine } from './imports.actions.ts'
import { countRows, findImport, lockImport, showImport } from './imports.queries.ts'

/** Cancels an import in any state, for an operator at the server; profiles already added stay (S-156). */
export const cancelImportAtServer = (
  services: Pick<Services, 'config' | 'db' | 'now' | 'languages' | 'readDb'>,
  id: number,
): Promise<Import> =>
  services.db.transaction().execute(async (db) => {
    if (!(await findImport(db, id))) throw foreseen(`There is no import ${id}.`)
    const verdict = canEndImport(await lockImport(db, id))
    if (!verdict.ok) throw foreseen(sentenceOf(verdict))
    await endImport({ services }, db, id, {
      state: 'Cancelled',
      refusal: 'An operator at the server ended it.',
    })
    const { Imported } = await countRows(db, id)
    await writeAudit(db, null, OPERATOR_ORIGIN, {
      ...importLine('Import Cancelled', id, { rows: Imported }),
      actor: OPERATOR,
    })
    return showImport(db, id)
  })
