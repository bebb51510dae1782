import { createServer } from 'node:net'
import { type Config, localUrl } from '../lib/config.ts'
import { foreseen } from '../lib/errors.ts'

/** how many ports a demo tries before it gives up */
const MAX_PORTS = 20

/** Turns the error of a failed listen into a sentence that names the setting; any other error is unchanged. */
export function asListeningError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return foreseen(
      `PORT is ${port}, where another program listens already: stop it, or set PORT to another number.`,
      { cause: error },
    )
  if (code === 'EACCES')
    return foreseen(
      `PORT is ${port}, where the account of the product may not listen: set PORT to a number above 1023.`,
      { cause: error },
    )
  if (
    ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EINVAL', 'EAFNOSUPPORT'].includes(code ?? '')
  )
    return foreseen(
      `HOST is "${host}", which is not an address of this machine: set it to one of its addresses, or to 0.0.0.0 for all.`,
      { cause: error },
    )
  return error
}

/** Listens for a moment, so that a start that cannot listen ends before it changes anything. */
async function tryToListen(where: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(where.port, where.host, resolve)
  }).catch((error: unknown) => {
    throw asListeningError(error, where)
  })
  await new Promise((resolve) => probe.close(resolve))
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE'

/**
 * Returns the settings with a free port; throws a foreseen error where there is none. With `another` the next free port
 * is used, and `another` is called with it.
 */
export async function findPort(config: Config, another?: (port: number) => void): Promise<Config> {
  for (let port = config.port; ; port += 1)
    try {
      await tryToListen({ host: config.host, port })
      if (port === config.port) return config
      another?.(port)
      const isLocal = config.public_url === localUrl(config.port)
      return { ...config, port, public_url: isLocal ? localUrl(port) : config.public_url }
    } catch (error) {
      const last = Math.min(config.port + MAX_PORTS, 65_535)
      if (!another || !isPortTaken(error) || port >= last) throw error
    }
}
