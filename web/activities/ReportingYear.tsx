import { NativeSelect } from '@mantine/core'
import { activitiesApi, type SiteActivity } from '../../shared/activities/activities.schema.ts'
import { reportingYears } from '../../shared/activities/facts.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { useRecordChange } from '../review/review.calls.ts'
import { useNow } from '../ui/useNow.ts'
import { useAction } from '../ui/useAction.ts'

type Project = Pick<SiteActivity, 'project_year_start' | 'project_year_end'>

/** Returns the years of the project so far, newest first; the current year is marked. */
function choicesOf(project: Project, current: number) {
  const { first, last } = reportingYears(project, current)
  const years = Array.from({ length: last - first + 1 }, (_, index) => last - index)
  return [
    { value: '', label: 'Not chosen yet' },
    ...years.map((year) => ({
      value: String(year),
      label: year === current ? `${year} (this year)` : String(year),
    })),
  ]
}

/** Chooses the reporting year of an activity; saved at once. */
export function ReportingYear({ activity }: { activity: SiteActivity }) {
  const change = useRecordChange(activitiesApi.show, activity.id, activitiesApi.setReportingYear)
  const { busy, run } = useAction()
  const choose = (value: string) =>
    run((form_key) =>
      change.mutateAsync({
        params: { id: activity.id },
        body: { reporting_year: value === '' ? null : Number(value), revision: activity.revision },
        form_key,
      }),
    )
  return (
    <NativeSelect
      label="Reporting year"
      mt={16}
      description="The year that the files, texts and figures are about."
      value={activity.reporting_year === null ? '' : String(activity.reporting_year)}
      data={choicesOf(activity, manilaYear(useNow()))}
      disabled={busy}
      onChange={(event) => void choose(event.currentTarget.value)}
      maw={320}
    />
  )
}
