import { canListBatches, canSaveCriteria } from './principles.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { word } from '../lib/plain-text.ts'
import { PRINCIPLE_COUNT } from './principle-titles.ts'
import { PrincipleInput } from './principles.fields.ts'

export {
  indicatorNumber,
  PRINCIPLE_NUMBERS,
  PRINCIPLE_SHORT_TITLES,
} from './principle-titles.ts'

/** A number that an indicator asks for in addition to its files. */
export const IndicatorFigure = z.object({
  id: z.number(),
  name: z.string(),
  unit: z.string(),
  /** a count; otherwise up to three decimals */
  is_whole: z.boolean(),
  /** whether values of several sites are summed; such a value cannot be negative */
  adds_up: z.boolean(),
  /** the name of the figure of the same indicator that this one is part of, and so cannot exceed (S-145) */
  part_of: z.nullable(z.string()),
})
export type IndicatorFigure = z.output<typeof IndicatorFigure>

export const CriteriaIndicator = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  /** rich-text notes: a block list as JSON text (S-66) */
  helper: z.string(),
  figures: z.array(IndicatorFigure),
})
export type CriteriaIndicator = z.output<typeof CriteriaIndicator>

const Criteria = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  sites_principle_id: z.number(),
  criteria_indicator: z.array(CriteriaIndicator),
})
type Criteria = z.output<typeof Criteria>

/** A line of a principle's checklist: what a reviewer may say to have looked at. */
const PrincipleCheck = z.object({ id: z.number(), text: z.string() })

export const SitePrinciple = z.object({
  id: z.number(),
  principle_number: z.number(),
  batch_number: z.number(),
  title: z.string(),
  criteria: z.array(Criteria),
  checks: z.array(PrincipleCheck),
  last_criteria_number: z.number(),
  last_criteria_indicator_number: z.number(),
})
export type SitePrinciple = z.output<typeof SitePrinciple>

/** A batch in FMB's list: who created it by rewriting which principle, and how many activities it grades. */
export const PrincipleBatch = z.object({
  batch_number: z.number(),
  /** the principle it rewrote; null for the first batch */
  principle_number: z.nullable(z.number()),
  /** the requested principle in this batch */
  sites_principle_id: z.number(),
  created_at: z.string(),
  created_by: z.nullable(z.string()),
  activities: z.number(),
  /** not finally approved and not deactivated */
  open_activities: z.number(),
})
export type PrincipleBatch = z.output<typeof PrincipleBatch>

const PrincipleNumberText = z.pipe(
  z
    .string('Principle number is required.')
    .check(z.regex(new RegExp(`^[1-${PRINCIPLE_COUNT}]$`), 'Principle number must be from 1 to 8.')),
  z.transform((text: string) => Number(text)),
)

export const principlesApi = {
  list: endpoint('GET', '/sites/principles', {
    may: everyone,
    summary: 'The eight principles of the current batch',
    reply: wrapped('sitePrinciples', z.array(SitePrinciple)),
  }),
  search: endpoint('GET', '/sites/principles/search', {
    may: everyone,
    summary:
      'One principle of the current batch, the eight of a batch (S-62), or the one that contains an indicator',
    query: z.object({
      principle_number: z.optional(IdText),
      batch_number: z.optional(IdText),
      batch_only: z.optional(word('batch_only must be true.')),
      /** of any batch: a caller with files for an older one finds its replacement */
      sites_criteria_indicator_id: z.optional(IdText),
    }),
    reply: wrapped('sitePrinciples', z.array(SitePrinciple)),
  }),
  batches: endpoint('GET', '/sites/principles/batches', {
    may: canListBatches,
    summary: 'The batches, newest first, with the activities on each; open_only=true leaves those in work',
    query: z.extend(PageQuery, {
      principle_number: PrincipleNumberText,
      open_only: z.optional(word('open_only must be true.')),
    }),
    reply: pageReply(PrincipleBatch),
  }),
  save: endpoint('POST', '/sites/principles', {
    may: canSaveCriteria,
    identity: 'every_caller',
    summary: 'Saves the criteria of one principle as a new batch (S-59)',
    form: true,
    body: PrincipleInput,
    reply: wrapped('sitePrinciple', SitePrinciple),
  }),
  show: endpoint('GET', '/sites/principles/:id', {
    may: everyone,
    summary: 'One principle with its criteria and outcome indicators',
    params: IdParams,
    reply: wrapped('sitePrinciple', SitePrinciple),
  }),
}
