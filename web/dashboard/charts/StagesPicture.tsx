import { Box } from '@mantine/core'
import type { FiguresAbout, StageCount } from '../../../shared/dashboard/dashboard.schema.ts'
import type { Leads } from '../../../shared/dashboard/leads.ts'
import { openRecords, stageName, stagesMessage, totalOf } from '../../../shared/dashboard/messages.ts'
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

const days = (count: number | null): string => (count === null ? '–' : formatDays(count))
const waitingDays = ({ median_days, longest_days }: StageCount): string =>
  median_days === null ? 'none waiting' : `median ${days(median_days)}, longest ${days(longest_days)}`

type StagesPictureProps = { stages: StageCount[]; about: FiguresAbout; leads: Leads; busy: boolean }

/** The pending records at each stage of the review chain, and their age. */
export function StagesPicture({ stages, about, leads, busy }: StagesPictureProps) {
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
        rows: [
          ...stages.map(
            (stage) =>
              [
                stageName(stage),
                leads.stage(stage).profiles,
                leads.stage(stage).activities,
                days(stage.median_days),
                days(stage.longest_days),
              ] as const,
          ),
          ['In all', leads.allStages(stages).profiles, leads.allStages(stages).activities, '', ''],
        ],
      }}
    >
      <Legend entries={RECORD_KINDS} />
      <ul className={styles.rows} data-noted>
        {stages.map((stage) => (
          <li key={stage.stage}>
            <span className={styles.name}>{stageName(stage)}</span>
            <span>
              <Bar
                parts={segments(stage, KEYS, most, MAX_BAR_PERCENT)}
                end={formatCount(totalOf(stage))}
                leads={{
                  part: (key) => leads.stage(stage)[key === 'activities' ? key : 'profiles'],
                  end: leads.stage(stage).both,
                }}
              />
              <Box component="small" display="block" className="quiet">
                {waitingDays(stage)}
              </Box>
            </span>
          </li>
        ))}
      </ul>
    </Picture>
  )
}
