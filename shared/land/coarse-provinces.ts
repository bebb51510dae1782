/** The outlines of provinces that come with the product, described as every layer is (decision 05). */
export const COARSE_PROVINCES = {
  name: 'Provinces, coarse (Natural Earth)',
  covers: 'All 82 provinces with the cities on their land. Not the National Capital Region, which has none.',
  purpose: 'Warns the office and its reviewers of a boundary far outside the chosen province.',
  effect: 'No constraint. A boundary outside is a problem that is named before it is approved.',
  legal_base: 'None. The official borders of provinces are those of the laws that made them.',
  not_good_for:
    'Anything within 2 km of a line, small islands, and telling apart the provinces that were divided since: Davao del Sur and Davao Occidental, Surigao del Norte and Dinagat Islands, Maguindanao del Norte and del Sur.',
  version: {
    source: 'Natural Earth, 1:10,000,000',
    source_date: null,
    licence: 'Public domain',
    attribution: 'Made with Natural Earth',
  },
} as const
