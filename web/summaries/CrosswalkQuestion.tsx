import { Stack } from '@mantine/core'
import type { CrosswalkDifference } from '../../shared/summaries/crosswalk.rules.ts'
import { CrosswalkDifferences } from './CrosswalkDifferences.tsx'

/** What a save brings about, to be read before it is made. */
export const CrosswalkQuestion = (props: { version: number; differences: CrosswalkDifference[] }) => (
  <Stack gap="md">
    <p>
      <strong>This cannot be undone.</strong> It becomes version {props.version + 1}. Version {props.version}{' '}
      can still be read, and summaries frozen with it keep it. Drafts are computed with the new one.
    </p>
    <div>
      <h3>What changes against version {props.version}</h3>
      <CrosswalkDifferences differences={props.differences} />
    </div>
  </Stack>
)
