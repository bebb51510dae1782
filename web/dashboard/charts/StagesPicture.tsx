import type { FiguresAbout, StageCount } from '../../../shared/dashboard/dashboard.schema.ts'
import { openRecords, stagesMessage, totalOf } from '../../../shared/dashboard/messages.ts'
import { formatCount, formatDays } from '../../../shared/lib/format.ts'
import { Bar } from './Bar.tsx'
import styles from './charts.module.css'
import { Legend } from './patterns.tsx'
import { Picture } from './Picture.tsx'
import { segments } from './shapes.ts'

const KEYS = ['profiles', 'activities'] as const
export const RECORD_KINDS = [
  ['profiles', 'Profiles'],
  ['activities', 'Activities'],
] as const

const MAX_BAR_PERCENT = 82

const stageName = ({ stage }: StageCount): string =>
  stage === 'Encoder' ? 'Returned to encoder' : `At ${stage}`
const days = (count: number | null): string => (count === null ? '–' : formatDays(count))
const waitingDays = ({ median_days, longest_days }: StageCount): string =>
  median_days === null ? 'none waiting' : `median ${days(median_days)}, longest ${days(longest_days)}`

type StagesPictureProps = { stages: StageCount[]; about: FiguresAbout; busy: boolean }

/** The pending records at each stage of the review chain, and their age. */
export function StagesPicture({ stages, about, busy }: StagesPictureProps) {
  const most = Math.max(...stages.map(totalOf))
  return (
    <Picture
      message={stagesMessage(stages)}
      about={`${openRecords(about)}, by stage of the review chain`}
      empty={most === 0}
      busy={busy}
      table={{
        caption: 'Open records by stage of the review chain',
        head: ['Stage', 'Profiles', 'Activities', 'Median wait', 'Longest wait'],
        rows: stages.map((stage) => [
          stageName(stage),
          formatCount(stage.profiles),
          formatCount(stage.activities),
          days(stage.median_days),
          days(stage.longest_days),
        ]),
      }}
    >
      <Legend entries={RECORD_KINDS} />
      <ul className={styles.rows} data-noted>
        {stages.map((stage) => (
          <li key={stage.stage}>
            <span className={styles.name}>{stageName(stage)}</span>
            <span>
              <Bar parts={segments(stage, KEYS, most, MAX_BAR_PERCENT)} end={formatCount(totalOf(stage))} />
              <small className={styles.note}>{waitingDays(stage)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Picture>
  )
}
