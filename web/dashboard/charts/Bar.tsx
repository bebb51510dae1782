import styles from './charts.module.css'
import { type Fill, fillOf } from './patterns.tsx'
import { fitsIn, type Segment } from './shapes.ts'

type BarProps = {
  parts: Segment<Fill>[]
  /** returns the label of a part; absent for no labels */
  label?: (part: Segment<Fill>) => string
  end?: string
  height?: number
}

/** One bar over the available width; a part has its number where it fits. */
export function Bar({ parts, label, end, height = 26 }: BarProps) {
  const middle = height / 2
  const last = parts.at(-1)
  return (
    <svg className={styles.bar} width="100%" height={height} focusable="false">
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
          <text key={part.key} x={`${part.start + part.size / 2}%`} y={middle} dy="0.35em" data-on={part.key}>
            {words}
          </text>
        ) : null
      })}
      {end ? (
        <text x={`${last ? last.start + last.size : 0}%`} dx={last ? 8 : 0} y={middle} dy="0.35em" data-end>
          {end}
        </text>
      ) : null}
    </svg>
  )
}
