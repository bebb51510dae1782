import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Where a request comes from: the address that the nearest trusted proxies name. A proxy passes on what it was sent, so
 * only what is an address counts; otherwise it is that of the proxy itself.
 */
export const clientAddress = ({ ip, ips }: Pick<FastifyRequest, 'ip' | 'ips'>): string =>
  ips?.findLast((address) => isIP(address) !== 0) ?? (isIP(ip) === 0 ? 'unknown' : ip)

/** What a proxy's number for a request may look like. */
const REQUEST_ID = /^[\w.:+/=@-]{1,100}$/

/** The number that the proxy gave the request, where a trusted one is before us and has named the sender. */
export function proxyRequestId({ ips, headers }: Pick<FastifyRequest, 'ips' | 'headers'>): string | null {
  const id = headers['x-request-id']
  // more than our own neighbour is listed only on the word of a trusted one
  return ips && ips.length > 1 && typeof id === 'string' && REQUEST_ID.test(id) ? id : null
}

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  // an IPv4 address at the end stands for the last two groups
  const text = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [before = [], after = []] = text.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

/** The first six groups of an IPv4 address that is written as IPv6. */
const MAPPED = [0, 0, 0, 0, 0, 0xffff].join()

/**
 * What stands for one customer of a network provider: an IPv4 address, or the /64 of an IPv6 address, of which a
 * customer has 18 million million million addresses (ruling S-110).
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

/** The network above a network: the /48 of a /64; an IPv4 address has none and is its own (ruling S-132). */
export const wideNetworkOf = (network: string): string =>
  network.replace(/^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/, '$1::/48')

/** Whose turn it is when work waits: the wide network first, then the one in it. */
export const turnOfNetwork = (network: string): readonly [string, string] => [
  `in ${wideNetworkOf(network)}`,
  network,
]
