import type { Page } from 'playwright-core'

/** marks elements that are newly shown or look different */
const MARK = 'data-new-look'

type StyleMemory = { looks?: WeakMap<Element, string> }
type Task = { name: 'remember' | 'compare'; mark: string; part: string }

/** Runs in the page: stores, or compares, which elements are shown and what matters for their contrast. */
function compareStyles({ name, mark, part }: Task): boolean {
  const lookOf = (one: Element): string => {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one)
    // large text needs less contrast: from 18 points, or from 14 when bold
    const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24)
    return [color, backgroundColor, backgroundImage, opacity, isLarge].join('|')
  }
  const shown = [...document.querySelectorAll(`${part}, ${part} *`)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const memory = window as StyleMemory
  if (name === 'remember') {
    memory.looks = new WeakMap(shown.map((one) => [one, lookOf(one)]))
    return false
  }
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
  let isMarked = false
  for (const one of shown) {
    // an element inside a marked one is checked with it
    if (one.parentElement?.closest(`[${mark}]`) || memory.looks?.get(one) === lookOf(one)) continue
    one.setAttribute(mark, '')
    isMarked = true
  }
  return isMarked
}

/** Stores how this part of the page looks now. */
export async function rememberStyles(page: Page, part = 'body'): Promise<void> {
  await page.evaluate(compareStyles, { name: 'remember', mark: MARK, part } as const)
}

/** Returns a selector of what is newly shown or looks different since rememberStyles(), or null. */
export const changedElements = async (page: Page, part = 'body'): Promise<string | null> =>
  (await page.evaluate(compareStyles, { name: 'compare', mark: MARK, part } as const)) ? `[${MARK}]` : null
