/** What a process sends back for a job, and how much memory it holds now. */
export type Reply = ({ value: unknown } | { error: string }) & { resident_mb: number }

/**
 * To be called once by a worker file (`worker-file.ts`): answers one job after the other, until the server ends the
 * process or itself. What one job leaves behind, the next must not see.
 */
export function answerAside<Job>(answer: (job: Job) => unknown): void {
  // Whoever stops a whole group of processes means the server: it lets running work end, and then ends this.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  // also when the server is killed
  process.once('disconnect', () => process.exit())
  process.on('message', async (job) => {
    process.send?.(await replyTo(() => answer(job as Job)))
  })
}

async function replyTo(work: () => unknown): Promise<Reply> {
  try {
    return { value: await work(), resident_mb: residentMb() }
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { error: text, resident_mb: residentMb() }
  }
}

const residentMb = () => process.memoryUsage.rss() / 1_048_576
