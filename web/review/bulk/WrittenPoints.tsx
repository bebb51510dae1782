import { KIND_WORDS } from '../../../shared/review/points.rules.ts'
import type { DraftPoint } from '../decision-draft.ts'
import { isWritten } from './bulk-draft.ts'

/** Points that are written and not sent: "Boundary: Please replace. …". */
export const WrittenPoints = ({ points }: { points: readonly DraftPoint[] }) =>
  points.some(isWritten) ? (
    <ul className="bullets">
      {points.filter(isWritten).map(({ label, kind, text }, index) => (
        <li key={index} className="breaks">
          {label}: {KIND_WORDS[kind]}. {text}
        </li>
      ))}
    </ul>
  ) : null
