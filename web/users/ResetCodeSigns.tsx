import { Box, Stack } from '@mantine/core'
import type { ResetCodeIssued } from '../../shared/factors/factors.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'

const ORDER: Record<ResetCodeIssued['part'], string | null> = {
  whole: null,
  first: 'These are the first four signs. Another administrator of FMB issues the last four.',
  second: 'These are the last four signs. They are typed after the four of the first administrator.',
}

const LARGE = {
  p: 'md',
  bg: 'var(--surface-sunken)',
  ff: 'monospace',
  fz: 'clamp(1.75rem, 10vw, 2.5rem)',
  fw: 600,
  lts: '0.08em',
  ta: 'center',
} as const

/** The signs of a reset code in large type, the only time they are shown. */
export const ResetCodeSigns = ({ issued, name }: { issued: ResetCodeIssued; name: string }) => {
  const { signs, part, expires_at } = issued
  return (
    <Stack gap="sm">
      <Box component="p" className="framed" {...LARGE} style={{ fontVariantNumeric: 'slashed-zero' }}>
        {/* in groups of four, and one by one for a screen reader */}
        <span aria-hidden>{signs.match(/.{1,4}/g)?.join(' ')}</span>
        <span className="visually-hidden">{[...signs].join(', ')}</span>
      </Box>
      <p>
        <strong>Read them out to {name} now. They are not shown again.</strong>
      </p>
      {ORDER[part] ? <p>{ORDER[part]}</p> : null}
      <p>0 is always zero and 1 is always one: no code has the letters O, I, L or U.</p>
      <p>
        {part === 'first'
          ? 'The code works once both halves are issued.'
          : `The code works once, with the password, until ${formatDateTime(expires_at)}.`}
      </p>
    </Stack>
  )
}
