/** Resolves as `work`, or rejects with `timeoutError()` after `ms`; the work itself continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>, timeoutError: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms)
  })
  // late work may fail after the timeout
  work.catch(() => undefined)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
