import type { Level } from '../../shared/access/levels.ts'
import type { QueueType } from '../../shared/sites/sites.schema.ts'

/** Which approval list a level asks for: datatable/{type}/{status} (001 §4). */
export const QUEUE_OF: Record<Level, { type: QueueType; status: string }> = {
  PENRO: { type: 'site', status: 'Submitted' },
  Region: { type: 'penro', status: 'Approved' },
  FMB: { type: 'region', status: 'Approved' },
}
