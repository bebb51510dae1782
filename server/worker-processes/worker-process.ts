/** A process's answer to a job, and the memory it uses now. */
export type WorkerReply = ({ value: unknown } | { error: string }) & { resident_mb: number }

/** how often a process checks its memory */
const MEMORY_CHECK_MS = 50
/** the exit code of a process out of memory, also where there are no signals */
const OUT_OF_MEMORY = 134

/**
 * Called once by a worker file (`worker-file.ts`): answers one job after the other, until the server or the process
 * itself ends it. No job may see what another leaves behind. V8's limit does not cover native code: with
 * `most_resident_mb` the process ends as soon as it uses more.
 */
export function serveJobs<Job>(answer: (job: Job) => unknown, most_resident_mb?: number): void {
  const look = () => {
    if (residentMb() > (most_resident_mb ?? Number.POSITIVE_INFINITY)) process.exit(OUT_OF_MEMORY)
  }
  if (most_resident_mb !== undefined) setInterval(look, MEMORY_CHECK_MS).unref()
  // A signal to the process group is meant for the server, which lets running work end and then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  // also when the server is killed
  process.once('disconnect', () => process.exit())
  const serve = async (job: unknown) => {
    process.send?.(await replyTo(() => answer(job as Job)))
  }
  // a reply that cannot be sent ends the process, and the server notices that
  process.on('message', (job) => void serve(job))
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
