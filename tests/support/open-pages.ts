import type { Page } from 'playwright-core'

const said = new Map<Page, string[]>()

/** Keeps what this page says as long as it is open. */
export function listenTo(page: Page): void {
  const lines: string[] = []
  said.set(page, lines)
  page.on('console', (line) => lines.push(`${line.type()}: ${line.text()}`))
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) =>
    lines.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
  )
  page.on('response', (response) => {
    if (response.status() >= 400)
      lines.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  page.on('close', () => said.delete(page))
}

/** Every open page of this worker with what it has said. */
export const openPages = (): [page: Page, lines: string[]][] => [...said]
