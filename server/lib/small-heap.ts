import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** how much the heap may grow beyond what is in use, in percent, before it is cleared; up to fourfold otherwise */
const STEP_PERCENT = 20
const AS_USUAL = 0

const setStep = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

/** Clears the heap once; a step counts from the last clearing on. */
function clear() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}

/** how many works ask for it now */
let works = 0

/**
 * Does long work in the background that leaves much behind and is in no hurry: the memory of the process is cleared often,
 * beside what people do, instead of growing first.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  works += 1
  if (works === 1) {
    setStep(STEP_PERCENT)
    clear()
  }
  try {
    return await work()
  } finally {
    works -= 1
    if (works === 0) setStep(AS_USUAL)
  }
}
