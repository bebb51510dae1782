/** A text without this sign at its end, however often it is there; linear, where a pattern would look from each sign on. */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}
