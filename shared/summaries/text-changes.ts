/**
 * The paragraphs in which two texts differ, without the common ones at their beginning and end; empty is null. Of texts
 * that differ in blank lines alone it has the lines around those.
 */
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
  if (before !== after && between(was) === null && between(is) === null) {
    start = Math.max(0, start - 1)
    end = Math.max(0, end - 1)
  }
  return { old: between(was), new: between(is) }
}
