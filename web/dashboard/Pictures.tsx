import { type DashboardChoice, filterOf, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { leadsOf } from '../../shared/dashboard/leads.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { EvidencePicture } from './charts/EvidencePicture.tsx'
import { GradesPicture } from './charts/GradesPicture.tsx'
import { MonthsPicture } from './charts/MonthsPicture.tsx'
import { ChartPatterns } from './charts/patterns.tsx'
import { PlacesPicture } from './charts/PlacesPicture.tsx'
import { StagesPicture } from './charts/StagesPicture.tsx'
import { PicturesWaiting } from './PicturesWaiting.tsx'

/** The charts of the filtered data; a bureau may show its own report instead (S-77). */
export function Pictures({ applied }: { applied: DashboardChoice }) {
  const leads = leadsOf(useActor(), applied)
  const figures = useRead(dashboardApi.figures, { query: filterOf(applied), keep: true })
  const { error, isFetching, refetch } = figures
  if (error && !isFetching)
    return <LoadFailed title="The charts could not be drawn" error={error} onRetry={() => void refetch()} />
  if (!figures.data) return <PicturesWaiting />
  const { data } = figures.data
  const busy = isFetching
  const graded = hasGrades(data.about.category)
  return (
    <div className="tiles" data-tile="half">
      <ChartPatterns />
      {graded ? (
        <GradesPicture
          grades={data.grades}
          graded={data.graded}
          about={data.about}
          leads={leads}
          busy={busy}
        />
      ) : null}
      {graded ? (
        <EvidencePicture
          grades={data.grades}
          graded={data.graded}
          about={data.about}
          leads={leads}
          busy={busy}
        />
      ) : null}
      <PlacesPicture
        regions={data.regions}
        provinces={data.provinces}
        sites={data.sites}
        about={data.about}
        leads={leads}
        busy={busy}
      />
      <StagesPicture stages={data.stages} about={data.about} leads={leads} busy={busy} />
      <MonthsPicture
        months={data.months}
        about={data.about}
        leads={leads}
        across={data.regions.length === 1}
        busy={busy}
      />
    </div>
  )
}
