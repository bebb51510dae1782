import type { Logger } from '../lib/log.ts'

export type ShutdownSteps = {
  add: (step: () => Promise<void>) => void
  stop: () => Promise<void>
}

/**
 * Stops what was started, in the opposite order. A step that fails does not prevent the others; `stop` then rejects
 * with the first failure. It may be called twice.
 */
export function createShutdownSteps(log: Logger): ShutdownSteps {
  const steps: (() => Promise<void>)[] = []
  let stopping: Promise<void> | null = null
  const stopAll = async () => {
    const failures: unknown[] = []
    for (let step = steps.pop(); step; step = steps.pop())
      await step().catch((error: unknown) => {
        log.error({ err: error }, 'a part of the product could not be stopped in order')
        failures.push(error)
      })
    if (failures.length > 0) throw failures[0]
  }
  return {
    add: (step) => steps.push(step),
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}
