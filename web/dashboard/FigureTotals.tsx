import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatFigure } from '../../shared/activities/facts.ts'
import type { DashboardChoice } from '../../shared/dashboard/dashboard.rules.ts'
import type { FigureTotal } from '../../shared/dashboard/dashboard.schema.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { useFigureTotals } from './dashboard.calls.ts'
import styles from './FigureTotals.module.css'

/** A total, which unfolds where several regions add to it. */
function Total({ total, unit, regions }: FigureTotal) {
  const words = `${formatFigure(total)} ${unit}`
  if (regions.length < 2) return words
  return (
    <details>
      <summary>{words}</summary>
      <ul className={styles.regions}>
        {regions.map((one) => (
          <li key={one.region_id}>
            {one.region}: {formatFigure(one.total)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The sums of the figures in the approved activities of a year; renders nothing while there are no figures. */
export function FigureTotals({ applied }: { applied: DashboardChoice }) {
  const [year, setYear] = useState('')
  const { data } = useFigureTotals(applied, year)
  if (!data || data.years.length === 0) return null
  return (
    <section className={styles.frame} aria-labelledby="figures">
      <Group justify="space-between" gap="8px 16px">
        <h3 id="figures">Figures of {data.reporting_year}</h3>
        <NativeSelect
          className="no-print"
          aria-label="Reporting year of the figures"
          value={String(data.reporting_year)}
          data={data.years.map(String)}
          onChange={(event) => setYear(event.currentTarget.value)}
        />
      </Group>
      <p className="muted">
        Of the latest approved activity of each site that reports on the year. Only figures that add up over
        sites.
      </p>
      {data.data.length === 0 ? (
        <p>No figures are reported for this year.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">Sites</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((one) => (
              <tr key={`${one.indicator} ${one.name} ${one.unit}`}>
                <th scope="row">
                  {one.indicator} {one.name}
                </th>
                <td>{formatCount(one.sites)}</td>
                <td>
                  <Total {...one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
