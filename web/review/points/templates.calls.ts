import { queryOptions } from '@tanstack/react-query'
import { type PointTemplate, templatesApi } from '../../../shared/review/points.schema.ts'
import { call } from '../../lib/call.ts'
import { useChange } from '../../lib/queries.ts'

const KEY = ['points', 'templates'] as const

/** The usual points of the person's own office, region or FMB. */
export const templatesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await call(templatesApi.list, { signal })).templates,
})

type SaveInput = { body: { templates: PointTemplate[]; was: PointTemplate[] }; form_key: string }

/** Replaces the list; refused if it is not what the person saw. */
export const useSaveTemplates = () => useChange(KEY, (input: SaveInput) => call(templatesApi.save, input))
