import type { PlainKey, Translate } from '../texts/translate.ts'
import type { EligibleActivity } from './sites.fields.ts'

const ACTIVITY_KEYS: Readonly<Record<string, PlainKey>> = {
  'Reducing emissions from deforestation': 'record.deforestation',
  'Reducing emissions from forest degradation': 'record.forest_degradation',
  'Conservation of forest-carbon stocks': 'record.conservation',
  'Enhancement of forest-carbon stocks': 'record.enhancement',
  'Sustainable management of forests': 'record.sustainable_management',
} satisfies Record<EligibleActivity, PlainKey>

/** A REDD+ eligible activity in the language of the page, by the name that records have of it. */
export function activityIn(t: Translate, name: string): string {
  const key = Object.entries(ACTIVITY_KEYS).find(([known]) => known === name)?.[1]
  return key ? t(key) : name
}
