import { Box, Group, Switch } from '@mantine/core'
import { useId } from 'react'
import type { Status } from '../../shared/access/levels.ts'
import { sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'
import { StatusBadge } from './StatusBadge.tsx'

type StatusSwitchProps = {
  /** names the status: "Account status" */
  label: string
  status: Status
  verdict: Verdict
  onSwitch: () => void
}

/** The status of an account or role: a switch for those who may change it, disabled with a reason, or else a badge. */
export function StatusSwitch({ label, status, verdict, onSwitch }: StatusSwitchProps) {
  const reason = useId()
  if (!verdict.ok && verdict.why !== 'state')
    return (
      <Group component="p" gap={8} wrap="nowrap">
        <span>{label}:</span> <StatusBadge status={status} />
      </Group>
    )
  return (
    <div>
      <Switch
        size="md"
        label={`${label}: ${status}`}
        checked={status === 'Activated'}
        // never disabled while a change is running: it keeps the focus
        onChange={() => {
          if (verdict.ok) onSwitch()
        }}
        {...(verdict.ok ? {} : { 'aria-disabled': true, 'aria-describedby': reason })}
      />
      {verdict.ok ? null : (
        <Box component="p" id={reason} className="quiet" mt={4}>
          {sentenceOf(verdict)}
        </Box>
      )}
    </div>
  )
}
