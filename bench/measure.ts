/** Who answers: the product, the bare server, and the bare server's SQL straight through the driver. */
export const SIDES = ['product', 'bare', 'driver'] as const
export type Side = (typeof SIDES)[number]
export type Calls = Record<Side, () => Promise<unknown>>

export type Figures = {
  /** milliseconds at the median and for 95 of 100 */
  median: number
  p95: number
  perSecond: number
  calls: number
}

export type Plan = {
  /** calls of each side, unless the time is up before */
  count: number
  atOnce: number
  /** milliseconds of each side */
  budget: number
  /** so often the sides take turns, so that whatever else the machine does meets all of them */
  turns: number
  /** made ready before each call, outside the measured time */
  before?: (() => Promise<unknown>) | undefined
}

type Taken = { times: number[]; ms: number }

/** The value below which this share of the numbers lies. */
export const quantile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: number[]): number => quantile(values, 0.5)

/** Makes calls, `atOnce` of them at a time, until there are `count` or the time is up; each of them at least one. */
async function take(
  call: () => Promise<unknown>,
  { atOnce, before }: Plan,
  count: number,
  budget: number,
): Promise<Taken> {
  const times: number[] = []
  const started = performance.now()
  let left = count
  const worker = async () => {
    while (left > 0 && performance.now() - started < budget) {
      left -= 1
      await before?.()
      const begun = performance.now()
      await call()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return { times, ms: performance.now() - started }
}

const timeOf = (turns: Taken[]) => turns.reduce((sum, turn) => sum + turn.ms, 0)

/** Measures the same call on every side, turn by turn; who has used up the time has no more turns. */
export async function measure(calls: Calls, plan: Plan): Promise<Record<Side, Figures>> {
  const taken = { product: [] as Taken[], bare: [] as Taken[], driver: [] as Taken[] }
  const count = Math.ceil(plan.count / plan.turns)
  for (let turn = 0; turn < plan.turns; turn += 1)
    for (const side of SIDES)
      if (timeOf(taken[side]) < plan.budget)
        taken[side].push(await take(calls[side], plan, count, plan.budget / plan.turns))
  return {
    product: figuresOf(taken.product),
    bare: figuresOf(taken.bare),
    driver: figuresOf(taken.driver),
  }
}

function figuresOf(turns: Taken[]): Figures {
  const times = turns.flatMap((turn) => turn.times)
  return {
    median: median(times),
    p95: quantile(times, 0.95),
    perSecond: (1000 * times.length) / timeOf(turns),
    calls: times.length,
  }
}
