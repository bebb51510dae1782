import { instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { actions } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import {
  addInstrument,
  confirmInstrument,
  removeInstrument,
  updateInstrument,
} from './instruments.actions.ts'
import { listInstruments } from './instruments.queries.ts'

/** The instruments of profiles. */
export const instrumentRoutes = <Row extends ReviewedRow>(kind: RecordKind<Row>) =>
  actions(instrumentsApi, {
    list: async (ctx, { params }) => {
      const { id } = await seeRecord(ctx, kind, params.id)
      return listInstruments(ctx.db, id)
    },
    add: (ctx, { params, body }) => addInstrument(ctx, kind, params.id, body),
    update: (ctx, { params, body }) => updateInstrument(ctx, kind, params, body),
    remove: (ctx, { params, body }) => removeInstrument(ctx, kind, params, body.reason),
    confirm: (ctx, { params, body }) => confirmInstrument(ctx, kind, params, body.revision),
  })
