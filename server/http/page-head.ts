import { datasetJson, breadcrumbJson } from '../../shared/open-data/dataset.ts'
import { type DataLicence, FEED_PATH, type RegisterSpan } from '../../shared/open-data/open-data.files.ts'
import { canonicalPath, isForSearch } from '../../shared/public/page-address.ts'
import type { PageSource, RenderedPage } from '../../shared/public/public-page.ts'
import { translator } from '../../shared/texts/translate.ts'
import { prefixOf } from '../../shared/texts/languages.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

/** JSON that cannot end its script element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** What the head of a page names beside the page itself; `register` is needed on the pages of the open data alone. */
export type HeadFacts = { public_url: string; licence: DataLicence; register?: RegisterSpan | undefined }

type Tag = { name: string; attributes: Record<string, string> }

const tagOf = ({ name, attributes }: Tag): string => {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)
  return `<${name} ${pairs.join(' ')}>`
}
const link = (rel: string, attributes: Record<string, string>): Tag => ({
  name: 'link',
  attributes: { rel, ...attributes },
})
const property = (key: string, content: string): Tag => ({
  name: 'meta',
  attributes: { property: key, content },
})

/** The territory of the languages, which those who show shared links ask for. */
const LOCALE = '_PH'

/** How a shared link to the page looks. */
function sharedLink(
  { config, language, content }: PageSource,
  { title, description }: Pick<RenderedPage, 'title' | 'description'>,
  url: string,
  public_url: string,
): Tag[] {
  const pictured = content.page === 'approved_site' && content.map ? content.site : null
  return [
    property('og:type', 'website'),
    property('og:site_name', config.bureau_name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:locale', language.code + LOCALE),
    ...(pictured
      ? [
          property('og:image', `${public_url}/site/approved/${pictured.id}/map.png`),
          property('og:image:type', 'image/png'),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property(
            'og:image:alt',
            translator(language.texts)('open_data.picture', {
              site: pictured.name_of_partner,
              code: pictured.code,
              bureau: config.bureau_name,
            }),
          ),
        ]
      : []),
  ]
}

/** What search engines read of the page as data. */
function linkedData({ config, language, content }: PageSource, facts: HeadFacts): object | null {
  const t = translator(language.texts)
  const { public_url, licence, register } = facts
  const { prefix } = language
  if (content.page === 'approved_site') {
    const list = `${public_url}${prefix}/site/approved`
    return breadcrumbJson([
      { name: t('approved.title'), url: list },
      { name: content.site.name_of_partner, url: `${list}/${content.site.id}` },
    ])
  }
  if (!register) return null
  return datasetJson(t, { public_url, prefix, bureau: config.bureau_name, licence, register })
}

/** What programs read in the head of a public page: its one address, its languages, how it looks as a link, and data. */
export function pageHead(
  source: PageSource,
  rendered: Pick<RenderedPage, 'title' | 'description'>,
  facts: HeadFacts,
): string {
  const { language, content } = source
  const path = canonicalPath(content)
  const at = (code: string) => facts.public_url + prefixOf(code) + path
  const url = at(language.code)
  const alternates = path === null ? language.others : [{ code: language.code }, ...language.others]
  const data = isForSearch(content) ? linkedData(source, facts) : null
  const tags = [
    ...(isForSearch(content) ? [] : [{ name: 'meta', attributes: { name: 'robots', content: 'noindex' } }]),
    ...(path === null
      ? language.others.map(({ code, href }) => link('alternate', { hreflang: code, href }))
      : [
          link('canonical', { href: url }),
          ...alternates.map(({ code }) => link('alternate', { hreflang: code, href: at(code) })),
          ...sharedLink(source, rendered, url, facts.public_url),
        ]),
    ...(facts.register ? [link('alternate', { type: 'application/atom+xml', href: FEED_PATH })] : []),
  ]
  const script = data && `<script type="application/ld+json">${scriptJson(data)}</script>`
  return [...tags.map(tagOf), ...(script ? [script] : [])].map((tag) => `${tag}\n    `).join('')
}
