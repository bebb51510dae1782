import { type PublishedSummary, SUMMARY_FORMATS, type SummaryFormat } from '../summaries/summaries.schema.ts'
import { publicFilePath, summaryPath } from '../summaries/summary-names.ts'
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
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const

const typed = (type: 'date' | 'dateTime', value: string) => ({ '@type': `xsd:${type}`, '@value': value })

const SUMMARY_TYPES: Record<SummaryFormat, string> = {
  json: 'application/json',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'evidence.csv': 'text/csv',
}

type Named = { path: string; format: string; media_type: string }

type CatalogueFacts = DatasetFacts & {
  /** the day that how records went is counted up to */
  until: string
  /** an address of a page or for mails; empty if the bureau has named none */
  contact: string
  summaries: readonly PublishedSummary[]
}

/** The catalogue of the open data in DCAT 3, as JSON-LD. */
export function dcatJson(t: Translate, facts: CatalogueFacts) {
  const { public_url, bureau, licence, register, until, contact, summaries } = facts
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
  const contactPoint = {
    'dcat:contactPoint': {
      '@type': 'vcard:Organization',
      'vcard:fn': bureau,
      [contact.startsWith('mailto:') ? 'vcard:hasEmail' : 'vcard:hasURL']: { '@id': contact },
    },
  }
  const distribution = (file: Named, landing: string) => ({
    '@id': public_url + file.path,
    '@type': 'dcat:Distribution',
    'dcterms:title': file.format,
    'dcat:accessURL': { '@id': public_url + landing },
    'dcat:downloadURL': { '@id': public_url + file.path },
    'dcat:mediaType': { '@id': `https://www.iana.org/assignments/media-types/${file.media_type}` },
    ...rights,
  })
  const dataset = (at: string, landing: string, more: object, files: readonly Named[]) => ({
    '@id': public_url + at,
    '@type': 'dcat:Dataset',
    'dcat:landingPage': { '@id': public_url + landing },
    'dcterms:accessRights': { '@id': 'http://publications.europa.eu/resource/authority/access-right/PUBLIC' },
    ...(contact === '' ? {} : contactPoint),
    'dcterms:language': 'en',
    'dcterms:publisher': publisher,
    'dcterms:spatial': { '@id': 'http://publications.europa.eu/resource/authority/country/PHL' },
    ...rights,
    ...more,
    'dcat:distribution': files.map((file) => distribution(file, landing)),
  })
  return {
    '@context': DCAT_CONTEXT,
    '@id': public_url + DCAT_PATH,
    '@type': 'dcat:Catalog',
    'dcterms:title': t('common.data'),
    'dcterms:description': t('open_data.intro'),
    'dcterms:publisher': publisher,
    'foaf:homepage': { '@id': `${public_url}/data` },
    ...rights,
    'dcat:dataset': [
      dataset(
        '/data#register',
        '/site/approved',
        {
          'dcterms:title': t('open_data.register'),
          'dcterms:description': t('open_data.register_words'),
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
        '/data#how-records-went',
        '/how-records-went',
        {
          'dcterms:title': t('common.records_went'),
          'dcterms:description': t('open_data.went_intro'),
          'dcterms:modified': typed('date', until),
        },
        [RECORDS_WENT_FILE],
      ),
      ...summaries.map(({ year, title, published_at }) =>
        dataset(
          summaryPath(year, null),
          summaryPath(year, null),
          {
            'dcterms:title': `${title} (${year})`,
            'dcterms:description': t('summaries.intro'),
            'dcterms:issued': typed('dateTime', new Date(published_at).toISOString()),
          },
          SUMMARY_FORMATS.map((format) => ({
            path: publicFilePath(year, format),
            format: format.toUpperCase(),
            media_type: SUMMARY_TYPES[format],
          })),
        ),
      ),
    ],
  }
}
