import { z } from 'zod/mini'
import { choice } from '../lib/choices.ts'
import { PageQuery } from '../lib/paging.ts'
import { STATUSES } from './levels.ts'

/** A list of what can be switched off: of one status, or of both. */
export const StatusQuery = z.extend(PageQuery, {
  status: choice(STATUSES, 'Status is not one of the choices of this list.', 'All'),
})
export type StatusQuery = z.output<typeof StatusQuery>
