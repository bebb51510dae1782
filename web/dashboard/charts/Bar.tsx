import type { Lead } from '../../../shared/dashboard/leads.ts'
import { CountLink } from '../CountLink.tsx'
import styles from './charts.module.css'
import { type Fill, fillOf } from './patterns.tsx'
import { fitsIn, type Segment } from './shapes.ts'

type BarProps = {
  parts: Segment<Fill>[]
  /** returns the label of a part; absent for no labels */
  label?: (part: Segment<Fill>) => string
  end?: string
  height?: number
  /** where each part leads; the number at the end, or the whole row where there is one number */
  leads?: { part?: (key: Fill) => Lead | undefined; end?: Lead; row?: Lead }
}

/** One bar over the available width; a part has its number where it fits. */
export function Bar({ parts, label, end, height = 26, leads = {} }: BarProps) {
  const middle = height / 2
  const last = parts.at(-1)
  const length = last ? last.start + last.size : 0
  const links = [
    ...parts.map((part) => ({ lead: leads.part?.(part.key), size: part.size })),
    { lead: leads.end, size: 100 - length },
    { lead: leads.row, size: 100 },
  ]
  return (
    <span className={styles.linked}>
      <svg className={styles.bar} width="100%" height={height} focusable="false" aria-hidden="true">
        {parts.map((part) => (
          <rect
            key={part.key}
            x={`${part.start}%`}
            width={`${part.size}%`}
            height={height}
            className={styles.mark}
            data-fill={part.key}
            fill={fillOf(part.key)}
          />
        ))}
        {parts.map((part) => {
          const words = label?.(part) ?? ''
          return words && fitsIn(part.size, words) ? (
            <text
              key={part.key}
              x={`${part.start + part.size / 2}%`}
              y={middle}
              dy="0.35em"
              data-on={part.key}
            >
              {words}
            </text>
          ) : null
        })}
        {end ? (
          <text x={`${length}%`} dx={last ? 8 : 0} y={middle} dy="0.35em" data-end>
            {end}
          </text>
        ) : null}
      </svg>
      <span className={styles.leads}>
        {links.map(({ lead, size }) =>
          lead ? (
            <CountLink key={lead.words} lead={lead} style={{ flexGrow: size }}>
              {null}
            </CountLink>
          ) : null,
        )}
      </span>
    </span>
  )
}
