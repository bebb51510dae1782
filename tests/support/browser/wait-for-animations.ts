import type { Page } from 'playwright-core'

/** three frames: how late an animation may start after a click or a resize */
const START_MS = 50
/** longer than any transition; what takes longer runs for ever, such as a spinner */
const MAX_ANIMATION_MS = 5_000

/** Waits until all transitions, and those that follow them, have ended. */
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
        // real frames: a test may have stopped the page's own clock
        await document.documentElement.animate(null, beginning).finished
      } while (moving().length > 0)
    },
    [START_MS, MAX_ANIMATION_MS] as const,
  )
