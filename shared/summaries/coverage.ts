import { formatList } from '../lib/format.ts'
import type { Annex } from './annex.ts'
import { inRegion } from './annex.ts'
import { allRegionsWords } from './document-words.ts'
import { KEYS, type Measured } from './measures.ts'
import { REDD_ACTIVITIES } from './redd-activities.ts'
import { yearsName } from './respected.ts'
import { joinSentences, name, sentenceOf } from './sentences.ts'
import type { DocumentTable, Paragraph, SummaryDocument } from './summary-document.ts'

/** The regions and years of a summary, for its sentences; no region is the whole country. */
export type Covered = { regions: readonly string[]; reporting_years: readonly number[] }

/** What the summary covers: sites and hectares by region, and the five REDD+ activities. */
export function coverageOf(measured: Measured, covered: Covered): SummaryDocument['coverage'] {
  return {
    paragraphs: [sitesParagraph(measured.annex, covered), ...activitiesParagraphs(measured.annex)],
    tables: [regionTable(measured, covered), activityTable(measured.annex)],
  }
}

/** The approved sites, and how many of them have records of the chosen years. */
function sitesParagraph({ number, valueOf }: Annex, { regions, reporting_years }: Covered): Paragraph {
  const by = (key: string, one: string, more: string) => (valueOf(key) === '1' ? one : more)
  const { registered, sites, without_record, hectares } = KEYS
  const place = regions.length === 0 ? 'the country' : name(formatList(regions))
  const year = reporting_years.length === 1 ? 'the reporting year' : 'the reporting years'
  const years = yearsName(reporting_years)
  if (valueOf(registered) === '0') return sentenceOf`No approved site of ${place} is on the public list.`

  const listed = sentenceOf`${number(registered)} approved ${by(registered, 'site', 'sites')} of ${place} ${by(registered, 'is', 'are')} on the public list.`
  if (valueOf(sites) === '0')
    return joinSentences(
      listed,
      sentenceOf`${by(registered, 'It has no', 'None of them has an')} approved record for ${year} ${years}.`,
    )
  return joinSentences(
    listed,
    sentenceOf`${number(sites)} of them ${by(sites, 'has', 'have')} an approved record for ${year} ${years}; ${by(sites, 'it covers', 'together they cover')} ${number(hectares)} ${by(hectares, 'hectare', 'hectares')}.`,
    valueOf(without_record) === '0'
      ? sentenceOf`No site on the list is without such a record.`
      : sentenceOf`${number(without_record)} ${by(without_record, 'site has', 'sites have')} no such record, so this summary does not cover ${by(without_record, 'it', 'them')}.`,
  )
}

/** How the activities of profiles are mapped to those of the decision, and which nobody claims. */
function activitiesParagraphs({ valueOf }: Annex): Paragraph[] {
  if (valueOf(KEYS.sites) === '0') return []
  const unclaimed = REDD_ACTIVITIES.filter(({ key }) => valueOf(KEYS.activity(key).sites) === '0')
  return [
    joinSentences(
      sentenceOf`The profile of a site claims one or more of the five REDD+ activities of ${name('decision 1/CP.16, paragraph 70')}, by these names, and divides its hectares between them. So every hectare is mapped to one activity and none is left over; a site with several activities is counted under each of them.`,
      ...(unclaimed.length === 0
        ? []
        : [
            sentenceOf`No site with a record claims ${unclaimed.map(({ letter }) => `(${letter})`).join(', ')}.`,
          ]),
    ),
  ]
}

function regionTable({ annex, regions }: Measured, { regions: chosen }: Covered): DocumentTable {
  const keys = [KEYS.registered, KEYS.sites, KEYS.without_record, KEYS.hectares]
  const refOf = (key: string) => annex.refOf(key) ?? null
  return {
    number: 1,
    caption: 'Sites and hectares by region',
    columns: ['Region', 'On the public list', 'With a record', 'Without a record', 'Hectares with a record'],
    rows: [
      ...regions.map(({ region_id, region }) => ({
        label: region,
        cells: keys.map((key) => refOf(inRegion(key, region_id))),
      })),
      { label: allRegionsWords(chosen), cells: keys.map(refOf) },
    ],
  }
}

function activityTable({ refOf }: Annex): DocumentTable {
  const cellsOf = ({ sites, hectares }: { sites: string; hectares: string }) => [
    refOf(sites) ?? null,
    refOf(hectares) ?? null,
  ]
  return {
    number: 2,
    caption: 'The five REDD+ activities: sites with a record that claim each, and their hectares',
    columns: ['REDD+ activity', 'Sites', 'Hectares'],
    rows: [
      ...REDD_ACTIVITIES.map(({ key, letter, name: words }) => ({
        label: `(${letter}) ${words}`,
        cells: cellsOf(KEYS.activity(key)),
      })),
      { label: 'All of them, each site once', cells: cellsOf(KEYS) },
    ],
  }
}
