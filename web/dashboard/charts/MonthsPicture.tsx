import type { FiguresAbout, MonthCount } from '../../../shared/dashboard/dashboard.schema.ts'
import { approvalsOf, monthsMessage, totalOf } from '../../../shared/dashboard/messages.ts'
import { formatMonth, shortMonth } from '../../../shared/lib/manila-days.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import styles from './charts.module.css'
import { fillOf, Legend } from './patterns.tsx'
import { Picture } from './Picture.tsx'
import { columns, segments } from './shapes.ts'
import { RECORD_KINDS } from './StagesPicture.tsx'

const KEYS = ['profiles', 'activities'] as const
const HEIGHT = 190
/** the baseline of the columns, in pixels from the top, and the height of the highest */
const GROUND = 150
const TALLEST = 128

type MonthsPictureProps = {
  months: MonthCount[]
  about: FiguresAbout
  /** over both columns of the page, when there is no chart beside it */
  across: boolean
  busy: boolean
}

/** Final approvals of the last twelve months. */
export function MonthsPicture({ months, about, across, busy }: MonthsPictureProps) {
  const most = Math.max(...months.map(totalOf))
  const place = columns(months.map(({ month }) => month))
  const middle = (month: string) => `${place.at(month) + place.width / 2}%`
  return (
    <Picture
      className={across ? styles.across : undefined}
      message={monthsMessage(months)}
      about={`${approvalsOf(about)}, by month in Manila time`}
      empty={most === 0}
      busy={busy}
      table={{
        caption: 'Final approvals by month',
        head: ['Month', 'Profiles', 'Activities', 'Together'],
        rows: months.map((month) => [
          formatMonth(month.month),
          formatCount(month.profiles),
          formatCount(month.activities),
          formatCount(totalOf(month)),
        ]),
      }}
    >
      <Legend entries={RECORD_KINDS} />
      <svg className={styles.columns} width="100%" height={HEIGHT} focusable="false">
        <line className={styles.ground} x1="0" x2="100%" y1={GROUND} y2={GROUND} />
        {months.map((month) => (
          <g key={month.month}>
            {segments(month, KEYS, most, TALLEST).map((part) => (
              <rect
                key={part.key}
                x={`${place.at(month.month)}%`}
                width={`${place.width}%`}
                y={GROUND - part.start - part.size}
                height={part.size}
                className={styles.mark}
                data-fill={part.key}
                fill={fillOf(part.key)}
              />
            ))}
            {totalOf(month) > 0 ? (
              <text x={middle(month.month)} y={GROUND - (totalOf(month) / most) * TALLEST - 6} data-count>
                {formatCount(totalOf(month))}
              </text>
            ) : null}
            <text x={middle(month.month)} y={GROUND + 18}>
              {shortMonth(month.month)}
            </text>
            {month.month.endsWith('-01') || month === months[0] ? (
              <text x={middle(month.month)} y={GROUND + 35} data-year>
                {month.month.slice(0, 4)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </Picture>
  )
}
