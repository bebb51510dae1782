import { SCREENS } from '../../shared/access/screens.ts'
import { prefixOf } from '../../shared/texts/languages.ts'
import type { Languages } from '../../shared/texts/languages.ts'

/** files that stay, and what pages are made of; a query makes each another file */
const FILES = [
  '/assets/',
  '/map/',
  '/favicon.ico',
  '/site/approved.csv',
  '/site/approved.geojson',
  '/feed.atom',
  '/data/',
  '/how-records-went.csv',
  '/log/',
  '/sitemap.xml',
  '/sitemap-',
  '/.well-known/',
]

const PUBLIC = SCREENS.filter(({ entry }) => entry === 'public').map(({ path }) => path)
/** an address up to its first variable part */
const fixedPart = (path: string): string => path.slice(0, path.indexOf('$'))

/** The pages of a record, whose addresses begin so. */
const OPEN = [...new Set(PUBLIC.filter((path) => path.includes('$')).map(fixedPart))]
const ALLOWED = [...PUBLIC.filter((path) => !path.includes('$')), ...OPEN]
/** what is not for robots and begins like a public page */
const WITHIN = [
  '/config.json',
  ...SCREENS.filter(
    ({ path, entry }) => entry === 'staff' && ALLOWED.some((one) => path.startsWith(one)),
  ).map(({ path }) => (path.includes('$') ? fixedPart(path) : path)),
]

/**
 * Which addresses robots may read: public pages and files, without a query, so not the list in each of its orders.
 * Everything else, the staff's screens and the calls, is closed without being named. By RFC 9309 the longest rule that fits
 * decides; a simple reader takes the first and knows no `*` and `$`, so exceptions stand before what they are taken from,
 * and what is opened is a plain beginning.
 */
export function robotsTxt(public_url: string, languages: Languages): string {
  const prefixes = Object.keys(languages).map(prefixOf)
  const pages = prefixes.flatMap((prefix) => [
    ...WITHIN.map((path) => `Disallow: ${prefix}${path}`),
    ...ALLOWED.map((path) => `Allow: ${prefix}${path}`),
    ...ALLOWED.map((path) => `Disallow: ${prefix}${path}*?`),
  ])
  const files = FILES.flatMap((path) => [
    `Allow: ${path}`,
    ...(path.startsWith('/assets') ? [] : [`Disallow: ${path}*?`]),
  ])
  const rules = ['Allow: /$', ...pages, ...files, 'Disallow: /']
  return `User-agent: *\n${rules.join('\n')}\n\nSitemap: ${public_url}/sitemap.xml\n`
}
