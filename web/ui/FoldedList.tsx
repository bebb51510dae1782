import type { ReactNode } from 'react'
import { formatCount } from '../../shared/lib/format.ts'

const Lines = ({ lines }: { lines: readonly ReactNode[] }) => (
  <ul className="bullets">
    {/* two other sites can produce the same sentence */}
    {lines.map((line, index) => (
      <li key={index}>{line}</li>
    ))}
  </ul>
)

type FoldedListProps = {
  lines: readonly ReactNode[]
  /** how many are read at once; all of them by default */
  first?: number
}

/** A list whose first lines are read at once; the others are folded under their number. */
export const FoldedList = ({ lines, first = lines.length }: FoldedListProps) => (
  <>
    <Lines lines={lines.slice(0, first)} />
    {lines.length > first ? (
      <details>
        <summary>and {formatCount(lines.length - first)} more</summary>
        <Lines lines={lines.slice(first)} />
      </details>
    ) : null}
  </>
)
