import { isIP } from 'node:net'

/** second labels under which a country gives domains to organisations, as in up.edu.ph */
const SHARED = new Set('ac co com edu gob gouv go gov govt mil ne net ngo nom or org sch'.split(' '))

/**
 * The organisation behind the name of a witness or an address without its scheme: the domain that it registered. Two hosts of one
 * domain are one organisation. Where a domain is shared by many, as one of a hosting company, they count as one as well.
 */
export function organisationOf(name: string): string {
  const [host = ''] = name.toLowerCase().split(/[/:]/)
  if (isIP(host) !== 0) return host
  const labels = host.split('.')
  const country = labels.at(-1) ?? ''
  const isShared = country.length === 2 && SHARED.has(labels.at(-2) ?? '')
  return labels.slice(isShared ? -3 : -2).join('.')
}
