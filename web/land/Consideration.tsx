import { considerationLines } from '../../shared/land/consideration.ts'
import { FieldList } from '../ui/FieldList.tsx'

type ConsiderationProps = {
  of: Parameters<typeof considerationLines>[0]
  /** the version whose source is named; null before the first import */
  version: Parameters<typeof considerationLines>[1]
}

/** The five sentences of a layer, beside every finding: why, constraint, legal base, limits, source. */
export const Consideration = ({ of, version }: ConsiderationProps) => (
  <FieldList
    fields={considerationLines(of, version).map(({ label, text }) => ({
      label,
      value: <span className="breaks">{text}</span>,
      wide: true,
    }))}
  />
)
