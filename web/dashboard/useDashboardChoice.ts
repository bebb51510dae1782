import { useDebouncedCallback } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { type DashboardChoice, withChange } from '../../shared/dashboard/dashboard.rules.ts'
import { DASHBOARD_DEBOUNCE_MS } from '../lib/debounces.ts'
import { useHasChanged } from '../lib/useHasChanged.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { addressOf, choiceOf } from '../../shared/dashboard/choice-address.ts'

export type ChoiceState = {
  choice: DashboardChoice
  /** the values behind table and charts: the choice, one second after its last change */
  applied: DashboardChoice
  choose: (change: Partial<DashboardChoice>) => void
}

/** The filters of the dashboard; applied ones are stored in the address, so that Back shows the same. */
export function useDashboardChoice(actor: Actor): ChoiceState {
  const address = useSearch({ strict: false })
  const change = useAddressChange()
  const key = JSON.stringify(choiceOf(actor, address))
  const applied = useMemo(() => JSON.parse(key) as DashboardChoice, [key])
  const [choice, setChoice] = useState(applied)
  // the address may also change by Back or a link
  if (useHasChanged(applied)) setChoice(applied)

  const apply = useDebouncedCallback(
    (wanted: DashboardChoice) => change({ ...addressOf(actor, wanted), page: undefined }),
    DASHBOARD_DEBOUNCE_MS,
  )
  const choose = (part: Partial<DashboardChoice>) => {
    const next = withChange(actor, choice, part)
    setChoice(next)
    apply(next)
  }
  return { choice, applied, choose }
}
