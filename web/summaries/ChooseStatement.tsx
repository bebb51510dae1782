import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Safeguard } from '../../shared/summaries/safeguards.ts'
import { type StatementRow, summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { useChange } from '../lib/queries.ts'
import { fail } from '../ui/fail.ts'
import { useOnce } from '../ui/useOnce.ts'

type ChooseStatementProps = {
  summary_id: number
  safeguard: Safeguard
  row: StatementRow
  /** no further statement can be chosen */
  isFull: boolean
}

/** The tick of one statement. It changes at once and is reverted when the server refuses. */
export function ChooseStatement({ summary_id, safeguard, row, isFull }: ChooseStatementProps) {
  const { mutateAsync: send } = useChange(summariesApi.choose)
  // the tick that is being saved
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { code, indicator, reporting_year, site_activity_id, sites_criteria_indicator_id } = row
  const checked = wanted ?? row.chosen
  const choose = useOnce(async (chosen: boolean) => {
    setWanted(chosen)
    try {
      const body = { safeguard, site_activity_id, sites_criteria_indicator_id, chosen }
      await send({ params: { id: summary_id }, body })
      setWanted(null)
    } catch (error) {
      setWanted(null)
      await fail(error)
    }
  })
  return (
    <Checkbox
      aria-label={`Cite ${code}, ${indicator}, ${reporting_year}`}
      checked={checked}
      // not while saving: the box keeps the focus
      disabled={isFull && !checked && wanted === null}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  )
}
