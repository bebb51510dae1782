type Sample = { at: number; moved: number }

/** Bytes per second; `stalled` when nothing has moved for a while, null before enough was measured. */
export type Pace = number | 'stalled' | null

/** long enough that the bursts and pauses of a bad line do not show */
const WINDOW_MS = 30_000
/** the first seconds measure the browser's own buffers, not the line */
const FIRST_MS = 5_000
const STALLED_MS = 15_000

/** Measures how fast bytes move: the average over the last half minute. Times are milliseconds of any clock. */
export function createMeter() {
  let samples: Sample[] = []
  const isStalled = (): boolean => {
    const last = samples.at(-1)
    const silent = samples.find((one) => one.moved === last?.moved)
    return last !== undefined && silent !== undefined && last.at - silent.at >= STALLED_MS
  }
  return {
    /** Adds what has moved since the last call. Call it about once a second, also when nothing has moved. */
    add: (at: number, bytes: number) => {
      // the silence is not averaged into the rate of what moves again
      if (bytes > 0 && isStalled()) samples = []
      samples.push({ at, moved: (samples.at(-1)?.moved ?? 0) + bytes })
      const old = samples.filter((one) => one.at <= at - WINDOW_MS).length
      // one sample before the window, so that it is measured from its edge
      samples.splice(0, old - 1)
    },
    /** Forgets everything: after a pause the line may be another one. */
    restart: () => {
      samples = []
    },
    pace: (): Pace => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (isStalled()) return 'stalled'
      if (!first || !last) return null
      const took = last.at - first.at
      if (took < FIRST_MS || last.moved === first.moved) return null
      return ((last.moved - first.moved) / took) * 1000
    },
  }
}
export type Meter = ReturnType<typeof createMeter>
