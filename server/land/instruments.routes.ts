import { instrumentsApi } from '../../shared/land/instruments.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import {
  addInstrument,
  confirmInstrument,
  removeInstrument,
  updateInstrument,
} from './instruments.actions.ts'
import { listInstruments } from './instruments.queries.ts'

const reply = (instrument: Awaited<ReturnType<typeof addInstrument>>) => ({ instrument })

/** The calls about the instruments of profiles. */
export function instrumentRoutes<Row extends ReviewedRow>(
  { route, formRoute }: { route: Routes; formRoute: FormRoutes },
  kind: RecordKind<Row>,
) {
  route(instrumentsApi.list, async (ctx, { params }) => {
    const { id } = await seeRecord(ctx, kind, params.id)
    return { instruments: await listInstruments(ctx.db, id) }
  })
  formRoute(instrumentsApi.add, (ctx, { params, body }) => addInstrument(ctx, kind, params.id, body), reply)
  route(instrumentsApi.update, async (ctx, { params, body }) =>
    reply(await updateInstrument(ctx, kind, params, body)),
  )
  formRoute(
    instrumentsApi.remove,
    (ctx, { params, body }) => removeInstrument(ctx, kind, params, body.reason),
    () => undefined,
  )
  formRoute(
    instrumentsApi.confirm,
    (ctx, { params, body }) => confirmInstrument(ctx, kind, params, body.revision),
    reply,
  )
}
