import './public/base.css'
import { hydrateRoot } from 'react-dom/client'
import type { LivePage, PageSource } from '../shared/public/public-page.ts'
import { refuseMarkup } from './lib/markup.ts'
import { pageData } from './lib/page-data.ts'
import { namePrintedPagesLater } from './lib/print-foot-later.ts'
import { pageOf } from './page-of.tsx'

/** Hydrates the page that the server rendered, unless the person must be redirected. */
async function start() {
  const root = document.getElementById('root')
  const data = pageData as PageSource<LivePage> | null
  if (!root || !data) return
  // nobody prints it, and every kilobyte of it is waited for
  if (data.content.page !== 'login') namePrintedPagesLater()
  const elsewhere = data.content.page.startsWith('approved')
    ? null
    : (await import('./auth/redirects.ts')).redirectOf(data)
  if (elsewhere) location.replace(elsewhere)
  else hydrateRoot(root, await pageOf(data))
}

refuseMarkup()
void start()
