/** Removes all repetitions of this character at the end; linear, where a regular expression would be quadratic. */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}
