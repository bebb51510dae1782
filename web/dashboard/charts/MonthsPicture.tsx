import type { CSSProperties } from 'react'
import type { FiguresAbout, MonthCount } from '../../../shared/dashboard/dashboard.schema.ts'
import type { Lead, Leads } from '../../../shared/dashboard/leads.ts'
import { approvalsOf, monthsMessage, totalOf } from '../../../shared/dashboard/messages.ts'
import { formatMonth, shortMonth } from '../../../shared/lib/manila-days.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { CountLink } from '../CountLink.tsx'
import styles from './charts.module.css'
import { fillOf, Legend } from './patterns.tsx'
import { Picture } from './Picture.tsx'
import { columns, type Segment, segments } from './shapes.ts'
import { RECORD_KINDS } from './StagesPicture.tsx'

const KEYS = ['profiles', 'activities'] as const
const HEIGHT = 190
/** the baseline of the columns, in pixels from the top, and the height of the highest */
const GROUND = 150
const TALLEST = 128
/** the least height of a link, also of the number on a column */
const TARGET = 24

type MonthsPictureProps = {
  months: MonthCount[]
  about: FiguresAbout
  leads: Leads
  /** over both columns of the page, when there is no chart beside it */
  across: boolean
  busy: boolean
}

type MonthLinksProps = {
  leads: ReturnType<Leads['month']>
  parts: Segment<'profiles' | 'activities'>[]
  style: CSSProperties
}

/** The links over a column: its number and its parts, or all as one where a part is too low to be pressed. */
function MonthLinks({ leads, parts, style }: MonthLinksProps) {
  const height = parts.reduce((sum, { size }) => sum + size, 0)
  const isOne = parts.length < 2 || parts.some(({ size }) => size < TARGET)
  const over = (lead: Lead, tall: number) => (
    <CountLink key={lead.words} lead={lead} style={{ height: tall }}>
      {null}
    </CountLink>
  )
  return (
    <span className={styles.monthLeads} style={{ ...style, bottom: HEIGHT - GROUND }}>
      {isOne
        ? over(leads.both, height + TARGET)
        : [over(leads.both, TARGET), ...parts.toReversed().map((part) => over(leads[part.key], part.size))]}
    </span>
  )
}

/** Final approvals of the last twelve months. */
export function MonthsPicture({ months, about, leads, across, busy }: MonthsPictureProps) {
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
        rows: [
          ...months.map((month) => [formatMonth(month.month), ...Object.values(leads.month(month))] as const),
          ['In all', ...Object.values(leads.allMonths(months))],
        ],
      }}
    >
      <Legend entries={RECORD_KINDS} />
      <div className={styles.linked}>
        <svg className={styles.columns} width="100%" height={HEIGHT} focusable="false" aria-hidden="true">
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
        {months.map((month, index) => (
          <MonthLinks
            key={month.month}
            leads={leads.month(month)}
            parts={segments(month, KEYS, most, TALLEST)}
            style={{ left: `${(100 * index) / months.length}%`, width: `${100 / months.length}%` }}
          />
        ))}
      </div>
    </Picture>
  )
}
