import type { Translate } from '../texts/translate.ts'
import {
  type DataLicence,
  DCAT_PATH,
  FEED_PATH,
  RECORDS_WENT_FILE,
  REGISTER_FILES,
  type RegisterSpan,
} from './open-data.files.ts'

/* The register as search engines (schema.org) and catalogues of data (DCAT 3) read it. */

export type DatasetFacts = {
  public_url: string
  /** "/fil", or empty in English */
  prefix: string
  bureau: string
  licence: DataLicence
  register: RegisterSpan
}

/** The Philippines, as a box of latitudes and longitudes: south, west, north, east. */
const BOX = { south: 4.2, west: 116.7, north: 21.3, east: 126.7 } as const

const licenceOf = (licence: DataLicence): string | undefined => licence?.url ?? licence?.name

const fileName = ({ path }: { path: string }) => path.slice(path.lastIndexOf('/') + 1)

/** The register as a `Dataset` of schema.org; what is not known is left out. */
export const datasetJson = (t: Translate, facts: DatasetFacts) => {
  const { public_url, prefix, bureau, licence, register } = facts
  const publisher = { '@type': 'GovernmentOrganization', name: bureau, url: `${public_url}/site/approved` }
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': `${public_url}/data#register`,
    name: t('open_data.register'),
    description: t('open_data.register_words'),
    url: `${public_url}${prefix}/data`,
    isAccessibleForFree: true,
    ...(licenceOf(licence) ? { license: licenceOf(licence) } : {}),
    creator: publisher,
    publisher,
    ...(register.first_day ? { temporalCoverage: `${register.first_day}/..` } : {}),
    ...(register.last_at ? { dateModified: register.last_at } : {}),
    spatialCoverage: {
      '@type': 'Place',
      name: t('open_data.country'),
      geo: { '@type': 'GeoShape', box: `${BOX.south} ${BOX.west} ${BOX.north} ${BOX.east}` },
    },
    distribution: REGISTER_FILES.map((file) => ({
      '@type': 'DataDownload',
      name: fileName(file),
      encodingFormat: file.media_type,
      contentUrl: public_url + file.path,
    })),
  }
}

/** The way to the page of a site. */
export const breadcrumbJson = (steps: readonly { name: string; url: string }[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url,
  })),
})

const DCAT_CONTEXT = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const

const typed = (type: 'date' | 'dateTime', value: string) => ({ '@type': `xsd:${type}`, '@value': value })

type Named = { path: string; format: string; media_type: string }

/** The catalogue of the open data in DCAT 3, as JSON-LD. `until` is the day that how records went is counted up to. */
export function dcatJson(t: Translate, facts: DatasetFacts & { until: string }) {
  const { public_url, bureau, licence, register, until } = facts
  const publisher = { '@type': 'foaf:Organization', 'foaf:name': bureau }
  const rights = licence
    ? {
        'dcterms:license': licence.url
          ? { '@id': licence.url, '@type': 'dcterms:LicenseDocument', 'rdfs:label': licence.name }
          : { '@type': 'dcterms:LicenseDocument', 'rdfs:label': licence.name },
      }
    : {
        'dcterms:rights': {
          '@type': 'dcterms:RightsStatement',
          'rdfs:label': t('common.terms_note', { bureau }),
        },
      }
  const distribution = (file: Named) => ({
    '@id': public_url + file.path,
    '@type': 'dcat:Distribution',
    'dcterms:title': file.format,
    'dcat:downloadURL': { '@id': public_url + file.path },
    'dcat:mediaType': { '@id': `https://www.iana.org/assignments/media-types/${file.media_type}` },
    ...rights,
  })
  const dataset = (name: string, more: object, files: readonly Named[]) => ({
    '@id': `${public_url}/data#${name}`,
    '@type': 'dcat:Dataset',
    'dcterms:language': 'en',
    'dcterms:publisher': publisher,
    'dcterms:spatial': { '@id': 'http://publications.europa.eu/resource/authority/country/PHL' },
    ...rights,
    ...more,
    'dcat:distribution': files.map(distribution),
  })
  return {
    '@context': DCAT_CONTEXT,
    '@id': public_url + DCAT_PATH,
    '@type': 'dcat:Catalog',
    'dcterms:title': t('common.data'),
    'dcterms:description': t('open_data.intro'),
    'dcterms:publisher': publisher,
    'foaf:homepage': { '@id': `${public_url}/data` },
    'dcat:dataset': [
      dataset(
        'register',
        {
          'dcterms:title': t('open_data.register'),
          'dcterms:description': t('open_data.register_words'),
          'dcat:landingPage': { '@id': `${public_url}/site/approved` },
          ...(register.first_day
            ? {
                'dcterms:temporal': {
                  '@type': 'dcterms:PeriodOfTime',
                  'dcat:startDate': typed('date', register.first_day),
                },
              }
            : {}),
          ...(register.last_at ? { 'dcterms:modified': typed('dateTime', register.last_at) } : {}),
        },
        [
          ...REGISTER_FILES,
          { path: FEED_PATH, format: t('open_data.feed'), media_type: 'application/atom+xml' },
        ],
      ),
      dataset(
        'how-records-went',
        {
          'dcterms:title': t('common.records_went'),
          'dcterms:description': t('open_data.went_intro'),
          'dcat:landingPage': { '@id': `${public_url}/how-records-went` },
          'dcterms:modified': typed('date', until),
        },
        [RECORDS_WENT_FILE],
      ),
    ],
  }
}
