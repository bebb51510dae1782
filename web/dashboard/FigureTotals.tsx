import { Box, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatFigure } from '../../shared/activities/facts.ts'
import { type DashboardChoice, filterOf } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi, type FigureTotal } from '../../shared/dashboard/dashboard.schema.ts'
import { type Leads, leadsOf } from '../../shared/dashboard/leads.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { CountLink } from './CountLink.tsx'

type TotalProps = { figure: FigureTotal; leads: Leads; year: number }

/** A total, and those of the regions where several add to it; each opens the sites in it. */
function Total({ figure, leads, year }: TotalProps) {
  const { unit, regions } = figure
  const words = (total: string) => `${formatFigure(total)} ${unit}`
  return (
    <Group gap="0 16px" align="flex-start">
      <CountLink lead={leads.figure(figure, year, figure)} text={words(figure.total)} />
      {regions.length < 2 ? null : (
        <details>
          <summary>By region</summary>
          <Box component="ul" className="quiet" mt={4}>
            {regions.map(({ region_id, region, sites, total }) => (
              <li key={region_id}>
                {region}:{' '}
                <CountLink
                  lead={leads.figure(figure, year, {
                    sites,
                    region: { id: region_id, name: region, count: sites },
                  })}
                  text={words(total)}
                />
              </li>
            ))}
          </Box>
        </details>
      )}
    </Group>
  )
}

/** The sums of the figures in the approved activities of a year; renders nothing while there are no figures. */
export function FigureTotals({ applied }: { applied: DashboardChoice }) {
  const [year, setYear] = useState('')
  const { accessLevel, region_id, province_id } = filterOf(applied)
  const ofYear = year === '' ? {} : { reporting_year: year }
  const { data } = useRead(dashboardApi.totals, {
    query: { accessLevel, region_id, province_id, ...ofYear },
    keep: true,
  })
  const leads = leadsOf(useActor(), applied)
  if (!data || data.reporting_year === null) return null
  const { reporting_year } = data
  return (
    <section className="panel" aria-labelledby="figures">
      <Group justify="space-between" gap="8px 16px">
        <h3 id="figures">Figures of {reporting_year}</h3>
        <NativeSelect
          className="no-print"
          aria-label="Reporting year of the figures"
          value={String(reporting_year)}
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
        <table className="tight">
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
                <td>
                  <CountLink lead={leads.figure(one, reporting_year, one)} />
                </td>
                <td>
                  <Total figure={one} leads={leads} year={reporting_year} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
