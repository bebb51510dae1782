import type { Page } from 'playwright-core'

/** three frames: so long may what a press or a new size starts take to begin */
const START_MS = 50
/** what takes longer than any fade turns or runs for ever, as a spinner does */
const MAX_ANIMATION_MS = 5_000

/** Waits until everything that fades or slides has come to rest, and what followed it too. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(
    async ([beginning, longest]) => {
      const moving = () =>
        document.getAnimations().filter(({ effect, playState }) => {
          const end = Number(effect?.getComputedTiming().endTime)
          return playState === 'running' && end <= longest
        })
      do {
        await Promise.allSettled(moving().map((one) => one.finished))
        // frames as they are drawn: a test may have stopped the page's own clock
        await document.documentElement.animate(null, beginning).finished
      } while (moving().length > 0)
    },
    [START_MS, MAX_ANIMATION_MS] as const,
  )
