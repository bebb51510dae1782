import { Box, Button, Group, Loader, Progress, Stack } from '@mantine/core'

type WorkProgressProps = {
  /** the work, such as "Preparing the report" */
  label: string
  /** 0 to 1; null while unknown */
  share: number | null
  /** the progress in words, such as "1,200 of 3,000 rows" */
  detail?: string
  onCancel?: () => void
}

/** The progress of longer work, with a way to cancel it. */
export function WorkProgress({ label, share, detail, onCancel }: WorkProgressProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100)
  // announced at every quarter, not at every step
  const announced = percent === null ? '' : `${Math.floor(percent / 25) * 25} %`
  return (
    <Stack gap={8} p="md" className="framed">
      <Group gap={8}>
        {percent === null ? <Loader size="sm" role="presentation" /> : null}
        <Box component="p" flex={1} fw={550}>
          {label}
        </Box>
        {percent === null ? null : <p className="numbers">{percent} %</p>}
      </Group>
      {percent === null ? null : <Progress value={percent} aria-label={label} />}
      <p role="status" className="visually-hidden">
        {label} {announced}
      </p>
      <Group gap={8}>
        <Box component="p" flex={1} className="quiet numbers">
          {detail}
        </Box>
        {onCancel ? (
          <Button variant="default" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
