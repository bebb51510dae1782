export const SIDES = ['product', 'bare'] as const
export type Side = (typeof SIDES)[number]
export type Calls = Record<Side, () => Promise<unknown>>

/** Milliseconds at the median and at the 95th percentile, and calls per second. */
export type Figures = { median: number; p95: number; perSecond: number }

export type Plan = {
  /** calls per side, unless the time runs out first */
  count: number
  atOnce: number
  /** milliseconds per side; slow calls are measured less often */
  budget: number
  /** how often the sides alternate, so that other load on the machine affects both */
  turns: number
}

type Turn = { times: number[]; ms: number }

export const quantile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Makes calls, `atOnce` at a time, until `count` is reached or the time runs out; at least one. */
async function runCalls(
  call: () => Promise<unknown>,
  atOnce: number,
  count: number,
  budget: number,
): Promise<Turn> {
  const times: number[] = []
  const started = performance.now()
  let left = count
  const worker = async () => {
    while (left > 0 && performance.now() - started < budget) {
      left -= 1
      const begun = performance.now()
      await call()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return { times, ms: performance.now() - started }
}

const totalOf = (turns: Turn[]) => turns.reduce((sum, turn) => sum + turn.ms, 0)

function figuresOf(turns: Turn[]): Figures {
  const times = turns.flatMap((turn) => turn.times)
  return {
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    perSecond: (1000 * times.length) / totalOf(turns),
  }
}

/** Measures the same call on both sides in turns; a side that has used up its time gets no further turns. */
export async function measure(calls: Calls, plan: Plan): Promise<Record<Side, Figures>> {
  const taken: Record<Side, Turn[]> = { product: [], bare: [] }
  const count = Math.ceil(plan.count / plan.turns)
  for (let turn = 0; turn < plan.turns; turn += 1)
    for (const side of SIDES)
      if (totalOf(taken[side]) < plan.budget)
        taken[side].push(await runCalls(calls[side], plan.atOnce, count, plan.budget / plan.turns))
  return { product: figuresOf(taken.product), bare: figuresOf(taken.bare) }
}
