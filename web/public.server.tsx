import { renderToString } from 'react-dom/server'
import type { PageData, RenderedPage } from '../shared/approved/public-page.ts'
import { outlinesDocument } from './approved/region-outlines.ts'
import { pageOf } from './public/page-of.tsx'
import { sourceOf, titleOf } from './public/page-facts.ts'

/** A page of the public entry as HTML for #root, with its title and the script it goes on with. */
export const renderPublic = async (data: PageData): Promise<RenderedPage> => ({
  html: renderToString(await pageOf(data)),
  title: titleOf(data.content),
  source: sourceOf(data.content),
})

/** The drawing behind the region map, as an SVG document of its own. */
export const renderOutlines = outlinesDocument
