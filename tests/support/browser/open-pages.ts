import type { Page } from 'playwright-core'

const messages = new Map<Page, string[]>()

const EVENTS = ['console', 'pageerror', 'requestfailed'] as const
/** events a test may listen to */
const TEST_EVENTS = ['dialog', 'download', 'popup', 'request', 'response'] as const

const forget = (page: Page) => messages.delete(page)

/** Records what this page logs, until it is closed or freed. */
export function recordPage(page: Page): void {
  const lines: string[] = []
  messages.set(page, lines)
  // a rejected call is logged too; listening to every response would cost more than loading the page
  page.on('console', (line) => lines.push(`${line.type()}: ${line.text()} ${line.location().url}`))
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) =>
    lines.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
  )
  page.on('close', forget)
}

/** Removes all listeners of this page, ours and the test's. */
export async function stopRecordingPage(page: Page): Promise<void> {
  forget(page)
  page.off('close', forget)
  await Promise.all(
    [...EVENTS, ...TEST_EVENTS].map((event) => page.removeAllListeners(event, { behavior: 'ignoreErrors' })),
  )
}

/** The pages of this worker in use, with what they have logged. */
export const openPages = (): [page: Page, lines: string[]][] => [...messages]
