import type { Languages } from '../../shared/texts/languages.ts'
import { type Screen, SCREENS } from '../../shared/access/screens.ts'
import type { Db } from '../database/db.ts'
import { prefixOf } from '../../shared/texts/languages.ts'
import { inXml } from '../sheets/xml.ts'
import { listPublished } from '../summaries/published.queries.ts'
import { listMapPages, listMapSites, type MapPage } from './sitemap.queries.ts'
import { findRegisterSpan } from './register.queries.ts'

/** the most addresses on one page of the map; ten times fewer than the protocol allows */
const MOST_ADDRESSES = 5000
const INDEX = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XHTML = 'http://www.w3.org/1999/xhtml'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

type Address = { path: string; changed_at?: string | undefined }

/** how many sites a page has: each has an address for every language */
const sitesPerPage = (languages: Languages): number =>
  Math.floor(MOST_ADDRESSES / Object.keys(languages).length)

const lastmod = (changed_at: string | undefined): string =>
  changed_at === undefined ? '' : `<lastmod>${new Date(changed_at).toISOString()}</lastmod>`

/** The pages in every language, each with its alternates. */
function addressList(addresses: readonly Address[], public_url: string, languages: Languages): string {
  const codes = Object.keys(languages)
  const entries = addresses.flatMap(({ path, changed_at }) => {
    const href = (code: string) => inXml(public_url + prefixOf(code) + path)
    const alternates = codes
      .map((code) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href(code)}"/>`)
      .join('')
    return codes.map((code) => `<url><loc>${href(code)}</loc>${lastmod(changed_at)}${alternates}</url>\n`)
  })
  return `${HEAD}<urlset xmlns="${INDEX}" xmlns:xhtml="${XHTML}">\n${entries.join('')}</urlset>\n`
}

const pagePath = ({ month, block }: MapPage): string => `/sitemap-${month}-${block}.xml`

/** Returns the page of the map that an address names, or null. */
export function mapPageNamed(name: string): MapPage | null {
  const [, month, block] = /^(\d{4}-\d{2})-(\d{1,5})$/.exec(name) ?? []
  return month === undefined ? null : { month, block: Number(block) }
}

/** The index of the map. */
export async function siteMapIndex(db: Db, public_url: string, languages: Languages): Promise<string> {
  const pages = await listMapPages(db, sitesPerPage(languages))
  const entries = [{ path: '/sitemap-pages.xml', changed_at: undefined }, ...pages.map(asEntry)]
  const lines = entries.map(
    ({ path, changed_at }) =>
      `<sitemap><loc>${inXml(public_url + path)}</loc>${lastmod(changed_at)}</sitemap>\n`,
  )
  return `${HEAD}<sitemapindex xmlns="${INDEX}">\n${lines.join('')}</sitemapindex>\n`
}

const asEntry = ({ changed_at, ...page }: MapPage & { changed_at: string }) => ({
  path: pagePath(page),
  changed_at,
})

/** A page of the map with the sites of a month, or null if it has none. */
export async function siteMapPage(
  db: Db,
  page: MapPage,
  public_url: string,
  languages: Languages,
): Promise<string | null> {
  const sites = await listMapSites(db, page, sitesPerPage(languages))
  if (sites.length === 0) return null
  const addresses = sites.map(({ id, approved_at }) => ({
    path: `/site/approved/${id}`,
    changed_at: approved_at,
  }))
  return addressList(addresses, public_url, languages)
}

const OF_ACCOUNTS: readonly string[] = ['/change-password', '/my-sign-in']

/** Public pages that everyone reads, other than those of a record. */
const isGeneral = ({ path, entry, guest }: Screen): boolean =>
  entry === 'public' && !guest && !path.includes('$') && !OF_ACCOUNTS.includes(path)

/** The page of the map with the pages that are not of one site. */
export async function generalMapPage(db: Db, public_url: string, languages: Languages): Promise<string> {
  const [{ last_at }, summaries] = await Promise.all([findRegisterSpan(db), listPublished(db)])
  const general = (SCREENS as readonly Screen[]).filter(isGeneral).map(({ path }) => ({
    path,
    changed_at: path === '/site/approved' ? (last_at ?? undefined) : undefined,
  }))
  const published = summaries.map(({ year, published_at }) => ({
    path: `/summary/${year}`,
    changed_at: published_at ?? undefined,
  }))
  return addressList([...general, ...published], public_url, languages)
}
