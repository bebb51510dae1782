import { Group } from '@mantine/core'
import styles from './charts.module.css'

/* Every colour of a chart has a texture too, so that the parts are distinct in grey and on paper. */

const FILLS = ['very', 'somewhat', 'not', 'none', 'profiles', 'activities'] as const
export type Fill = (typeof FILLS)[number]

const TEXTURES: Record<Fill, React.ReactNode> = {
  very: null,
  somewhat: <path d="M0 8L8 0M-2 2L2 -2M6 10L10 6" />,
  not: <path d="M0 4H8M4 0V8" />,
  none: <circle cx="4" cy="4" r="1.2" />,
  profiles: null,
  activities: <path d="M0 0L8 8M-2 6L2 10M6 -2L10 2" />,
}

/** The fill patterns of the charts; rendered once per page. */
export function ChartPatterns() {
  return (
    <svg className={styles.defs} aria-hidden="true" focusable="false">
      {FILLS.map((fill) => (
        <pattern key={fill} id={`fill-${fill}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <g className={styles.texture} data-fill={fill}>
            <rect width="8" height="8" />
            {TEXTURES[fill]}
          </g>
        </pattern>
      ))}
    </svg>
  )
}

export const fillOf = (fill: Fill): string => `url(#fill-${fill})`

/** The legend of a chart. */
export function Legend({ entries }: { entries: readonly (readonly [Fill, string])[] }) {
  return (
    <Group component="ul" gap="4px 16px" fz="sm">
      {entries.map(([fill, words]) => (
        <Group component="li" key={fill} gap={8}>
          <svg width="18" height="14" aria-hidden="true" focusable="false">
            <rect
              width="18"
              height="14"
              rx="2"
              className={styles.mark}
              data-fill={fill}
              fill={fillOf(fill)}
            />
          </svg>
          {words}
        </Group>
      ))}
    </Group>
  )
}
