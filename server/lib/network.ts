import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Turn } from './fair-queue.ts'

/** Some proxies add the port of the connection: `203.0.113.7:51234`, `[2001:db8::7]:51234`. */
const withoutPort = (text: string): string =>
  /^(\d[\d.]*):\d{1,5}$/.exec(text)?.[1] ?? /^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(text)?.[1] ?? text

/**
 * Returns the client's address as the nearest trusted proxies name it, without a port. A proxy forwards what it was
 * sent, so only a valid address counts; otherwise the proxy's own is used.
 */
export const clientAddress = ({ ip, ips }: Pick<FastifyRequest, 'ip' | 'ips'>): string =>
  [ip, ...(ips ?? [])].map(withoutPort).findLast((address) => isIP(address) !== 0) ?? 'unknown'

/** The accepted form of a proxy's request id. */
const REQUEST_ID = /^[\w.:+/=@-]{1,100}$/

/** Returns the request id of the proxy, where a trusted one is before us and has named the client. */
export function proxyRequestId({ ips, headers }: Pick<FastifyRequest, 'ips' | 'headers'>): string | null {
  const id = headers['x-request-id']
  // `ips` has more than our own neighbour only when that one is a trusted proxy
  return ips && ips.length > 1 && typeof id === 'string' && REQUEST_ID.test(id) ? id : null
}

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  // an IPv4 address at the end is the last two groups
  const text = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [before = [], after = []] = text.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

/** The first six groups of an IPv4 address written as IPv6. */
const MAPPED = [0, 0, 0, 0, 0, 0xffff].join()

/**
 * Returns what identifies one customer of a network provider: an IPv4 address, or the /64 of an IPv6 address, in which
 * a customer has 18 million million million addresses (ruling S-110).
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (isIP(plain) !== 6) return plain
  const groups = groupsOf(plain)
  if (groups.slice(0, 6).join() === MAPPED)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Returns the network above a network: the /48 of a /64; an IPv4 address is its own (ruling S-132). */
export const wideNetworkOf = (network: string): string =>
  network.replace(/^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/, '$1::/48')

/** The groups of a network for a fair queue: the wide network, then the network in it. */
export const turnOfNetwork = (network: string): readonly [string, string] => [
  `in ${wideNetworkOf(network)}`,
  network,
]

/** The groups of a visitor: all visitors together have the turns of one office, and share them by network. */
export const turnOfVisitor = (request: Pick<FastifyRequest, 'ip' | 'ips'>): Turn => [
  'visitors',
  ...turnOfNetwork(networkOf(clientAddress(request))),
]
