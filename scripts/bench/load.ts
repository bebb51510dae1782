import http from 'node:http'

/** One request; a fresh one is asked for each time, so that writes can differ. */
export type Request = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
}

export type Figures = {
  /** milliseconds at the median and for 95 of 100 */
  median: number
  p95: number
  perSecond: number
  /** milliseconds until the first byte, at the median */
  firstByte: number
  /** bytes of the last reply */
  bytes: number
}

type Answer = { status: number; body: Buffer; firstByte: number }

const agents = new Map<number, http.Agent>()

const agentFor = (sockets: number) => {
  const agent = agents.get(sockets) ?? new http.Agent({ keepAlive: true, maxSockets: sockets })
  agents.set(sockets, agent)
  return agent
}

/** Sends one request and reads the whole reply. */
export function send(origin: string, request: Request, agent = agentFor(1)): Promise<Answer> {
  const started = performance.now()
  const text = request.body === undefined ? null : JSON.stringify(request.body)
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      `${origin}${request.path}`,
      {
        agent,
        method: request.method ?? 'GET',
        headers: {
          ...request.headers,
          ...(text === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        },
      },
      (incoming) => {
        const firstByte = performance.now() - started
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(parts), firstByte }),
        )
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(text ?? undefined)
  })
}

const middle = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Sends `count` requests, `at_once` at a time, and tells how long they took. A reply that is no success stops the
 * bench: a fast refusal is no figure.
 */
export async function measure(
  origin: string,
  next: () => Request,
  { count, at_once }: { count: number; at_once: number },
): Promise<Figures> {
  const agent = agentFor(at_once)
  const times: number[] = []
  const first: number[] = []
  let bytes = 0
  let left = count
  const started = performance.now()
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const request = next()
      const begun = performance.now()
      const answer = await send(origin, request, agent)
      times.push(performance.now() - begun)
      first.push(answer.firstByte)
      bytes = answer.body.length
      if (answer.status >= 300)
        throw new Error(`${request.path} answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: at_once }, worker))
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  first.sort((a, b) => a - b)
  return {
    median: middle(times, 0.5),
    p95: middle(times, 0.95),
    perSecond: count / seconds,
    firstByte: middle(first, 0.5),
    bytes,
  }
}
