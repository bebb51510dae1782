import { renderToString } from 'react-dom/server'
import type { AccountPage, PageSource, PublicPage, RenderedPage } from '../shared/public/public-page.ts'
import { languageForPage } from '../shared/public/page-texts.ts'
import { translator } from '../shared/texts/translate.ts'
import { outlinesDocument } from './approved/region-outlines.ts'
import { pageOf } from './page-of.tsx'
import { markedEnglish, withSigns } from './public/english-texts.ts'
import { descriptionOf, isLive, isOfAccount, sourcesOf, titleOf } from './public/page-facts.ts'

/** The HTML of a page; texts that its language does not have are marked as English. */
async function htmlOf(page: PageSource<Exclude<PublicPage, AccountPage>>): Promise<string> {
  const { language } = page
  const { texts, in_english = [] } = language
  if (in_english.length === 0) return renderToString(await pageOf(page))
  const signed = { ...page, language: { ...language, texts: withSigns(texts, in_english) } }
  return markedEnglish(renderToString(await pageOf(signed)))
}

/** Renders a page for #root: of the public entry with its content, of an account empty for its scripts. */
export async function renderPublic(page: PageSource): Promise<RenderedPage> {
  const { content, language, config } = page
  const t = translator(language.texts)
  return {
    html: isOfAccount(content) ? '' : await htmlOf({ ...page, content }),
    title: titleOf(t, content),
    description: descriptionOf(t, content),
    sources: sourcesOf(content),
    entry: isOfAccount(content) ? 'account' : isLive(content) ? 'live' : 'reading',
    data:
      isOfAccount(content) || isLive(content)
        ? { config, language: languageForPage(language, content.page), content }
        : null,
  }
}

/** The drawing behind the region map, as an SVG document. */
export const renderOutlines = outlinesDocument
