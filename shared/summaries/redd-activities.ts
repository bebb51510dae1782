/* The five REDD+ activities of UNFCCC decision 1/CP.16, paragraph 70, in its order and words; profiles name all five. */

export const REDD_ACTIVITIES = [
  {
    key: 'deforestation',
    letter: 'a',
    name: 'Reducing emissions from deforestation',
    in_profile: 'Reducing emissions from deforestation',
  },
  {
    key: 'degradation',
    letter: 'b',
    name: 'Reducing emissions from forest degradation',
    in_profile: 'Reducing emissions from forest degradation',
  },
  {
    key: 'conservation',
    letter: 'c',
    name: 'Conservation of forest carbon stocks',
    in_profile: 'Conservation of forest-carbon stocks',
  },
  {
    key: 'sustainable_management',
    letter: 'd',
    name: 'Sustainable management of forests',
    in_profile: 'Sustainable management of forests',
  },
  {
    key: 'enhancement',
    letter: 'e',
    name: 'Enhancement of forest carbon stocks',
    in_profile: 'Enhancement of forest-carbon stocks',
  },
] as const
export type ReddActivity = (typeof REDD_ACTIVITIES)[number]
