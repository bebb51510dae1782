import { z } from 'zod/mini'
import { choice } from '../lib/choices.ts'
import { PageQuery } from '../lib/paging.ts'
import { STATUSES } from './levels.ts'

/** A list of records that can be deactivated, filtered by status or not. */
export const StatusQuery = z.extend(PageQuery, {
  status: choice(STATUSES, 'Status is not one of the choices of this list.', 'All'),
})
export type StatusQuery = z.output<typeof StatusQuery>
