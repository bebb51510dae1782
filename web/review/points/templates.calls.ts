import { templatesApi } from '../../../shared/review/points.schema.ts'
import { readOptions } from '../../lib/queries.ts'

/** The usual points of the person's own office, region or FMB. */
export const templatesQuery = readOptions(templatesApi.list, { select: ({ templates }) => templates })
