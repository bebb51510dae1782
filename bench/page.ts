/** Puts each part between its two marks of the page, `<!-- bench: small -->` and `<!-- end -->`. */
export function intoPage(page: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const begin = `<!-- bench: ${name} -->`
    const at = text.indexOf(begin)
    const end = text.indexOf('<!-- end -->', at)
    if (at < 0 || end < 0) throw new Error(`The page has no place for "${name}".`)
    return `${text.slice(0, at)}${begin}\n\n${part}\n\n${text.slice(end)}`
  }, page)
}
