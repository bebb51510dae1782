import type { Position } from '../../shared/boundary/boundary.schema.ts'

/** The demo bureau's offices with sites, and who encodes and reviews there. */
export const DEMO_OFFICES: readonly {
  office: string
  profiles: number
  /** forested ground well inside the province */
  centre: Position
  cities: readonly string[]
  encoder: string
  approver: string
  region_approver: string
  /** invented; the other offices have none yet */
  address?: string
}[] = [
  {
    office: 'PENRO Laguna',
    profiles: 20,
    centre: [121.47, 14.2],
    cities: ['Cavinti', 'Luisiana', 'Pangil', 'Paete', 'Siniloan'],
    address: '1 Demonstration Street, Santa Cruz, Laguna',
    encoder: 'laguna.encoder',
    approver: 'laguna.approver',
    region_approver: 'r4a.approver',
  },
  {
    office: 'PENRO Quezon',
    profiles: 16,
    centre: [121.5, 14.75],
    cities: ['Real', 'General Nakar', 'Infanta', 'Mauban'],
    address: '2 Demonstration Street, Lucena City, Quezon',
    encoder: 'quezon.encoder',
    approver: 'quezon.approver',
    region_approver: 'r4a.approver',
  },
  {
    office: 'PENRO Zamboanga del Sur',
    profiles: 15,
    centre: [123.372, 8.004],
    cities: ['Lakewood', 'Dumingag', 'Tigbao', 'Bayog'],
    encoder: 'zds.encoder',
    approver: 'zds.approver',
    region_approver: 'r9.approver',
  },
  {
    office: 'DENR-NCR North Field Office',
    profiles: 5,
    centre: [121.06, 14.77],
    cities: ['Quezon City'],
    encoder: 'ncr.encoder',
    approver: 'ncr.approver',
    region_approver: 'ncr.reviewer',
  },
  {
    office: 'PENRO Nueva Vizcaya',
    profiles: 8,
    centre: [121.136, 16.384],
    cities: ['Kayapa', 'Dupax del Norte', 'Quezon'],
    encoder: 'nvizcaya.encoder',
    approver: 'nvizcaya.approver',
    region_approver: 'r2.approver',
  },
  {
    office: 'PENRO Agusan del Sur',
    profiles: 8,
    centre: [125.696, 8.353],
    cities: ['Esperanza', 'Loreto', 'La Paz'],
    encoder: 'adsur.encoder',
    approver: 'adsur.approver',
    region_approver: 'r13.approver',
  },
]

/** Invented partners, some with the longest names that a table must fit. */
export const PARTNERS: readonly string[] = [
  'Samahan ng mga Mangangalaga ng Kagubatan ng Sierra Madre, Inc.',
  'Kaliwa Watershed Upland Farmers Association',
  'Bantay Gubat ng Cavinti Multi-Purpose Cooperative',
  'Dumagat-Remontado Tribal Council of Real',
  'Luntiang Bundok Peoples Organization',
  'Pangil River Watershed Alliance',
  'Kapatirang Tagapagtanim ng Narra at Molave',
  'Peñafrancia Forest Stewards Cooperative',
  'Subanen Ancestral Domain Management Office',
  'Lakewood Community Forest Management Federation',
  'Bagong Sibol Agroforestry Association',
  'Mauban Mangrove and Upland Growers',
  'Kalahan-Kayapa Indigenous Forest Guardians',
  'Magat Headwaters Tree Growers Cooperative',
  'Manobo Higaonon Council of Elders, Esperanza Chapter',
  'Agusan Marsh and Forest Peoples Federation',
  'La Mesa Ecopark Reforestation Partners',
  'Municipal Environment Office of Siniloan',
]

export const RETURN_COMMENTS: readonly string[] = [
  'The attached minutes have no signatures. Please upload the signed copy.',
  'The evidence covers last year only; please add the current reporting year.',
  'The boundary on the agreement differs from the location map. Please correct one of them.',
  'Please specify which barangays took part and attach the attendance sheets.',
  'The photographs cannot be matched to a date. Please add dated ones.',
  'The declared area does not match the instrument. Please check the figures.',
]
