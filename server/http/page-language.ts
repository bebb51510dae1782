import type { IncomingMessage } from 'node:http'
import { screenAt } from '../../shared/access/screens.ts'
import { partsOfPage } from '../../shared/public/page-texts.ts'
import type { PageLanguage, PublicPage } from '../../shared/public/public-page.ts'
import { type Languages, prefixOf, SOURCE } from '../../shared/texts/languages.ts'
import { PAGE_LANGUAGE, type Texts } from '../../shared/texts/translate.ts'
import type { Services } from '../context/context.ts'
import { isUnofficial, knownTexts, type RunningTexts } from '../texts/running-texts.ts'

type TextServices = Pick<Services, 'readDb' | 'languages'>

const asked = new WeakMap<IncomingMessage, string>()

/** The language of a request: of a page the first part of its address, of a call what its page says; else English. */
export const languageOf = (request: IncomingMessage): string => asked.get(request) ?? SOURCE

/** The messages of the language of a request, as they were last read. */
export const textsOf = (services: TextServices, request: IncomingMessage): Texts =>
  knownTexts(services, languageOf(request)).texts

/**
 * Takes the language off the address of a public page, so that each page is one route in every language. Files, calls and
 * the pages of the staff have one address; a call of a page that is not in English names its language in a header, which no
 * browser and no client sends unasked, as they do `Accept-Language`.
 */
export function withoutLanguage(languages: Languages, request: IncomingMessage): string {
  const url = request.url ?? '/'
  if (url.startsWith('/api/')) {
    const wanted = String(request.headers[PAGE_LANGUAGE])
    if (Object.hasOwn(languages, wanted)) asked.set(request, wanted)
    return url
  }
  const [, code = '', rest = ''] = /^\/([a-z-]{2,10})((?:[/?].*)?)$/.exec(url) ?? []
  if (code === SOURCE || !Object.hasOwn(languages, code)) return url
  asked.set(request, code)
  const isPublic = screenAt(rest.split('?', 1)[0] || '/')?.entry === 'public'
  return isPublic ? rest : url
}

type AskedPage = {
  code: string
  /** the address of the page without a language */
  url: string
  page: PublicPage['page']
}

/** The language of a page with its texts as they are now, and the address of the page in the others. */
export const pageLanguage = (
  languages: Languages,
  { code, url, page }: AskedPage,
  running: RunningTexts,
): PageLanguage => ({
  code,
  texts: running.texts,
  prefix: prefixOf(code),
  others: Object.entries(languages)
    .filter(([other]) => other !== code)
    .map(([other, { name }]) => ({ code: other, name, href: prefixOf(other) + url })),
  unofficial: isUnofficial(running, partsOfPage(page)),
  in_english: running.in_english,
})
