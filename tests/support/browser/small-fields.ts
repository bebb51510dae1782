import type { Page } from 'playwright-core'

/** The fields with letters under 16 px, into which an iPhone would zoom. */
export const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fields =
      'input:not([type="checkbox"], [type="radio"], [type="hidden"]), select, textarea, [contenteditable="true"], .mantine-Input-input'
    return [...document.querySelectorAll(fields)]
      .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
      .map((one) => `${one.tagName} ${one.className} ${getComputedStyle(one).fontSize}`)
  })
