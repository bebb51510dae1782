import './public/base.css'
import { hydrateRoot } from 'react-dom/client'
import type { PageData } from '../shared/public/public-page.ts'
import { redirectOf } from './auth/redirects.ts'
import { refuseMarkup } from './lib/markup.ts'
import { namePrintedPages } from './lib/print-foot.ts'
import { pageOf } from './page-of.tsx'

/** Hydrates the page that the server rendered, unless the person must be redirected. */
async function start() {
  const root = document.getElementById('root')
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageData | null
  if (!root || !data) return
  const elsewhere = redirectOf(data.content)
  if (elsewhere) location.replace(elsewhere)
  else hydrateRoot(root, await pageOf(data))
}

refuseMarkup()
namePrintedPages()
void start()
