import type { PageData } from '../../shared/public/public-page.ts'
import type { BrowserConfig } from './config.ts'

type Given = Partial<Omit<PageData, 'config'>> & { config?: BrowserConfig }

/** What the server sent beside the page: all of a live page, the settings of the staff's; null where it sent nothing. */
export const pageData = JSON.parse(
  globalThis.document?.getElementById('page-data')?.textContent || 'null',
) as Given | null
