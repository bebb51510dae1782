import type { Page } from 'playwright-core'

const messages = new Map<Page, string[]>()

const EVENTS = ['console', 'pageerror', 'requestfailed'] as const
/** what a test may listen to besides */
const TEST_EVENTS = ['dialog', 'download', 'popup', 'request', 'response'] as const

const forget = (page: Page) => messages.delete(page)

/** Keeps what this page says as long as it is used. */
export function recordPage(page: Page): void {
  const lines: string[] = []
  messages.set(page, lines)
  // an answer that refuses is there as well: to hear of every answer would cost more than to load the page
  page.on('console', (line) => lines.push(`${line.type()}: ${line.text()} ${line.location().url}`))
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) =>
    lines.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
  )
  page.on('close', forget)
}

/** No one hears this page any more, neither we nor the test that used it. */
export async function stopRecordingPage(page: Page): Promise<void> {
  forget(page)
  page.off('close', forget)
  await Promise.all(
    [...EVENTS, ...TEST_EVENTS].map((event) => page.removeAllListeners(event, { behavior: 'ignoreErrors' })),
  )
}

/** Every page of this worker that is used, with what it has said. */
export const openPages = (): [page: Page, lines: string[]][] => [...messages]
