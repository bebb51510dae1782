import { z } from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { IdParams, IdText } from '../lib/ids.ts'

export {
  indicatorNumber,
  PRINCIPLE_COUNT,
  PRINCIPLE_NUMBERS,
  PRINCIPLE_SHORT_TITLES,
  type PrincipleNumber,
} from './principle-titles.ts'

export const CriteriaIndicator = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  /** rich-text notes: a block list as JSON text (S-66) */
  helper: z.string(),
})
export type CriteriaIndicator = z.output<typeof CriteriaIndicator>

export const Criteria = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  sites_principle_id: z.number(),
  criteria_indicator: z.array(CriteriaIndicator),
})
export type Criteria = z.output<typeof Criteria>

export const SitePrinciple = z.object({
  id: z.number(),
  principle_number: z.number(),
  batch_number: z.number(),
  title: z.string(),
  criteria: z.array(Criteria),
  last_criteria_number: z.number(),
  last_criteria_indicator_number: z.number(),
})
export type SitePrinciple = z.output<typeof SitePrinciple>

export const principlesApi = {
  list: endpoint('GET', '/sites/principles', {
    summary: 'The eight principles of the current batch',
    reply: z.object({ sitePrinciples: z.array(SitePrinciple) }),
  }),
  search: endpoint('GET', '/sites/principles/search', {
    summary: 'One principle of the current batch, or the eight of a batch (S-62)',
    query: z.object({
      principle_number: z.optional(IdText),
      batch_number: z.optional(IdText),
      batch_only: z.optional(z.string()),
    }),
    reply: z.object({ sitePrinciples: z.array(SitePrinciple) }),
  }),
  show: endpoint('GET', '/sites/principles/:id', {
    summary: 'One principle with its criteria and outcome indicators',
    params: IdParams,
    reply: z.object({ sitePrinciple: SitePrinciple }),
  }),
}
