import { median } from './measure.ts'
import { type Running, startProduct } from './processes.ts'
import { mustSend, type Request } from './requests.ts'

const STARTS = 3

export type StartFigures = {
  /** milliseconds from the command to the listening server, and to the first staff list */
  ready: number
  firstList: number
}

/** Starts the product some times, its database with it, and leaves the last one running. */
export async function measureStart(
  start: () => ReturnType<typeof startProduct>,
  list: Request,
): Promise<{ figures: StartFigures; running: Running }> {
  const ready: number[] = []
  const firstList: number[] = []
  for (;;) {
    const began = performance.now()
    const running = await start()
    ready.push(performance.now() - began)
    await mustSend(running.origin, list)
    firstList.push(performance.now() - began)
    if (ready.length === STARTS)
      return { figures: { ready: median(ready), firstList: median(firstList) }, running }
    await running.stop()
  }
}
