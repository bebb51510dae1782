/** What a process sends back for a job, and how much memory it holds now. */
export type WorkerReply = ({ value: unknown } | { error: string }) & { resident_mb: number }

/** so often a process looks how much it holds */
const MEMORY_CHECK_MS = 50
/** how a process ends that runs out of memory, also where there are no signals */
const OUT_OF_MEMORY = 134

/**
 * To be called once by a worker file (`worker-file.ts`): answers one job after the other, until the server ends the
 * process or itself. What one job leaves behind, the next must not see. Machine code keeps to no limit of memory by itself:
 * with `most_resident_mb` the process ends as soon as it holds more.
 */
export function serveJobs<Job>(answer: (job: Job) => unknown, most_resident_mb?: number): void {
  const look = () => {
    if (residentMb() > (most_resident_mb ?? Number.POSITIVE_INFINITY)) process.exit(OUT_OF_MEMORY)
  }
  if (most_resident_mb !== undefined) setInterval(look, MEMORY_CHECK_MS).unref()
  // Anyone who stops a whole group of processes means the server: it lets running work end, and then ends this.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  // also when the server is killed
  process.once('disconnect', () => process.exit())
  process.on('message', async (job) => {
    process.send?.(await replyTo(() => answer(job as Job)))
  })
}

async function replyTo(work: () => unknown): Promise<WorkerReply> {
  try {
    return { value: await work(), resident_mb: residentMb() }
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { error: text, resident_mb: residentMb() }
  }
}

const residentMb = () => process.memoryUsage.rss() / 1_048_576
