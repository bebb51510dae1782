import type { Page } from 'playwright-core'

/** on what is shown only now, or looks otherwise than it did */
const MARK = 'data-new-look'

type StyleMemory = { looks?: WeakMap<Element, string> }
type Task = { name: 'remember' | 'compare'; mark: string; part: string }

/** Runs in the page: what is shown and how it looks to a rule of contrast, remembered or compared. */
function compareStyles({ name, mark, part }: Task): boolean {
  const lookOf = (one: Element): string => {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one)
    // large letters may be paler: 18 points, or 14 when they are bold
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
    // what lies in a marked one is judged with it
    if (one.parentElement?.closest(`[${mark}]`) || memory.looks?.get(one) === lookOf(one)) continue
    one.setAttribute(mark, '')
    isMarked = true
  }
  return isMarked
}

/** Remembers in the page how this part of it looks now. */
export async function rememberStyles(page: Page, part = 'body'): Promise<void> {
  await page.evaluate(compareStyles, { name: 'remember', mark: MARK, part } as const)
}

/** Selects what is shown only since looks were remembered, or looks otherwise; null where all is as it was. */
export const changedElements = async (page: Page, part = 'body'): Promise<string | null> =>
  (await page.evaluate(compareStyles, { name: 'compare', mark: MARK, part } as const)) ? `[${MARK}]` : null
