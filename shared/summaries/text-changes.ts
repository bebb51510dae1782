/** The paragraphs in which two texts differ, without the common ones at their beginning and end; empty is null. */
export function differingParagraphs(
  before: string,
  after: string,
): { old: string | null; new: string | null } {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was[start] === is[start]) start += 1
  let end = 0
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const between = (lines: string[]) => lines.slice(start, lines.length - end).join('\n') || null
  return { old: between(was), new: between(is) }
}
