import { Button } from '@mantine/core'
import { type DashboardChoice, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
import { OWN_RECORD } from '../../shared/reports/report-scope.ts'
import { useActor } from '../app/actor.tsx'
import { toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'
import { EvidencePicture } from './charts/EvidencePicture.tsx'
import { GradesPicture } from './charts/GradesPicture.tsx'
import { MonthsPicture } from './charts/MonthsPicture.tsx'
import { ChartPatterns } from './charts/patterns.tsx'
import { PlacesPicture } from './charts/PlacesPicture.tsx'
import { StagesPicture } from './charts/StagesPicture.tsx'
import { useFigures } from './dashboard.calls.ts'
import styles from './Pictures.module.css'

/** whose open records the person sees (S-35) */
function useWhose({ accessLevel }: DashboardChoice, region: string | undefined): string {
  const actor = useActor()
  if (accessLevel === OWN_RECORD) return 'your own'
  if (actor.access_level === 'PENRO') return actor.penro ?? 'your office'
  return region ?? 'all regions'
}

/** What the numbers of the filters say, as pictures; they stand where a bureau may put its own report (S-77). */
export function Pictures({ applied }: { applied: DashboardChoice }) {
  const { data, error, isFetching, refetch } = useFigures(applied)
  const one = data?.regions.length === 1 ? data.regions[0]?.name : undefined
  const whose = useWhose(applied, one)
  if (error && !isFetching)
    return (
      <Notice tone="danger" title="The pictures could not be drawn" live>
        <p>{toMessage(error)}</p>
        <Button onClick={() => void refetch()} mt="sm" size="sm">
          Try again
        </Button>
      </Notice>
    )
  if (!data)
    return (
      <div className={styles.pictures} role="status" aria-label="Loading the pictures">
        {[styles.tall, styles.tall, styles.taller, styles.short].map((height, index) => (
          <div key={index} className={`${styles.waiting} ${height}`} />
        ))}
      </div>
    )
  const busy = isFetching
  const graded = hasGrades(applied.category)
  return (
    <div className={styles.pictures}>
      <ChartPatterns />
      {graded ? <GradesPicture grades={data.grades} graded={data.graded} busy={busy} /> : null}
      {graded ? <EvidencePicture grades={data.grades} graded={data.graded} busy={busy} /> : null}
      <PlacesPicture regions={data.regions} provinces={data.provinces} sites={data.sites} busy={busy} />
      <StagesPicture stages={data.stages} whose={whose} busy={busy} />
      <MonthsPicture months={data.months} busy={busy} />
    </div>
  )
}
