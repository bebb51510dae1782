import type { BulkFigures } from './bulk.ts'
import type { BurstFigures } from './burst.ts'
import type { Exports } from './exports.ts'
import type { Scale, ScaleName } from './generate.ts'
import type { Figures, Side } from './measure.ts'
import type { CellFigures } from './measure-lists.ts'
import type { NewConnectionFigures } from './new-connections.ts'
import type { PublicLogFigures } from './public-log.ts'
import type { StartFigures } from './start.ts'
import type { SummaryFigures } from './summaries.ts'
import type { UploadFigures } from './uploads.ts'
import type { VerificationFigures } from './verification.ts'
import type { WaitingFigures } from './waiting.ts'

/** One line of the table. */
export type Row = {
  name: string
  alone: Record<Side, Figures>
  /** absent where something has to be made ready before each call */
  at16: Record<Side, Figures> | null
}

/** What is measured at every scale. */
export type Core = {
  scale: ScaleName
  size: Scale
  machine: string
  rows: Row[]
  start: StartFigures
  verification: VerificationFigures
}

/** Everything one run has measured; kept as JSON beside the bureau, so that the next run can tell the growth. */
export type Result = Core & {
  cells: CellFigures[]
  newConnection: NewConnectionFigures
  uploads: UploadFigures
  exports: Exports
  burst: BurstFigures
  summaries: SummaryFigures
  waiting: WaitingFigures
  bulk: BulkFigures
  publicLog: PublicLogFigures
  /** megabytes of product and database together */
  memory: { afterStart: number; afterLoad: number }
}

/** The line of an operation; a missing one is a mistake in the bench. */
export function rowOf(result: Pick<Result, 'rows'>, name: string): Row {
  const row = result.rows.find((one) => one.name === name)
  if (!row) throw new Error(`The table has no line "${name}".`)
  return row
}
