import { isIP } from 'node:net'

/** second-level labels under which a country registers organisations, as in up.edu.ph */
const SHARED = new Set('ac co com edu gob gouv go gov govt mil ne net ngo nom or org sch'.split(' '))

/**
 * Returns the organisation behind a witness's name, or behind an address without its scheme: the domain that it
 * registered. Two hosts of one domain are one organisation, even if the domain is shared, as that of a hosting company.
 */
export function organisationOf(name: string): string {
  const [host = ''] = name.toLowerCase().split(/[/:]/)
  if (isIP(host) !== 0) return host
  const labels = host.split('.')
  const country = labels.at(-1) ?? ''
  const isShared = country.length === 2 && SHARED.has(labels.at(-2) ?? '')
  return labels.slice(isShared ? -3 : -2).join('.')
}
