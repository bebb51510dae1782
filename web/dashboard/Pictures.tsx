import { Button } from '@mantine/core'
import { type DashboardChoice, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
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

/** What the numbers of the filters say, as pictures; they stand where a bureau may put its own report (S-77). */
export function Pictures({ applied }: { applied: DashboardChoice }) {
  const { data, error, isFetching, refetch } = useFigures(applied)
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
  const graded = hasGrades(data.about.category)
  return (
    <div className={styles.pictures}>
      <ChartPatterns />
      {graded ? (
        <GradesPicture grades={data.grades} graded={data.graded} about={data.about} busy={busy} />
      ) : null}
      {graded ? (
        <EvidencePicture grades={data.grades} graded={data.graded} about={data.about} busy={busy} />
      ) : null}
      <PlacesPicture
        regions={data.regions}
        provinces={data.provinces}
        sites={data.sites}
        about={data.about}
        busy={busy}
      />
      <StagesPicture stages={data.stages} about={data.about} busy={busy} />
      <MonthsPicture months={data.months} about={data.about} across={data.regions.length === 1} busy={busy} />
    </div>
  )
}
