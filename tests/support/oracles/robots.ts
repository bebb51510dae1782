/** A reader of robots.txt after RFC 9309, written apart from the code that makes it: the longest rule that fits decides. */
export function robotsOf(text: string): (address: string) => boolean {
  const rules = text.split('\n').flatMap((line) => {
    const [, kind = '', pattern = ''] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? []
    if (kind === '') return []
    const source = pattern
      .replace(/[.+?^{}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replace(/\$$/, '§')
      .replaceAll('$', String.raw`\$`)
      .replace('§', '$')
    return [{ isAllowed: kind === 'Allow', length: pattern.length, fits: new RegExp(`^${source}`, 's') }]
  })
  return (address) => {
    const found = rules.filter(({ fits }) => fits.test(address))
    const longest = Math.max(...found.map(({ length }) => length))
    // of two rules of one length the one that allows
    return found.length === 0 || found.some(({ length, isAllowed }) => length === longest && isAllowed)
  }
}

/** A simple reader, as Python's: `*` and `$` are letters, and the first rule that an address begins with decides. */
export function prefixRobotsOf(text: string): (address: string) => boolean {
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)]
  return (address) => rules.find(([, , prefix = '']) => address.startsWith(prefix))?.[1] !== 'Disallow'
}
