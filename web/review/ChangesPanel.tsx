import { Button, Group, Loader, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import type { Correction, Return } from '../../shared/review/changes.schema.ts'
import { correctionsOf } from '../../shared/review/comparison.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Corrections } from './spelling/Corrections.tsx'
import styles from './Changes.module.css'

/** The part that the comparisons of profiles and activities share. */
type Compared = {
  returns: Return[]
  round: number | null
  next_round: number | null
  corrections?: Correction[] | undefined
}

type ChangesPanelProps = {
  record: { returned_at: string | null }
  history: readonly ReviewStep[]
  /** shows a notice for a record that was never returned; off on a reader's page */
  withFirst: boolean
  compared: Compared | undefined
  error: unknown
  onRetry: () => void
  /** compares with an earlier return */
  onRound: (round: number) => void
  isChanged: boolean
  children?: ReactNode
}

const TITLE = 'What changed since the last return'

type EarlierProps = { returns: Return[]; round: number; onRound: (round: number) => void }

function Earlier({ returns, round, onRound }: EarlierProps) {
  if (returns.length < 2) return null
  return (
    <Group component="nav" gap="xs" aria-label="Which return to compare with">
      {returns.map((one) => (
        <Button
          key={one.round}
          size="compact-sm"
          variant={one.round === round ? 'light' : 'subtle'}
          aria-current={one.round === round}
          onClick={() => onRound(one.round)}
        >
          Round {one.round}, returned by {one.level ?? one.by}, {formatDate(one.at)}
        </Button>
      ))}
    </Group>
  )
}

/** Between which states of the record the changes are. */
function Between({ since, next_round }: { since: Return; next_round: number | null }) {
  const after =
    next_round === null
      ? 'the record as it is now, not submitted again yet'
      : `its submission in round ${next_round}`
  return (
    <p className={styles.between}>
      Returned by {since.by}
      {since.level ? `, ${since.level}` : ''}, on {formatDateTime(since.at)} (round {since.round}); compared
      with {after}.
    </p>
  )
}

/** What the encoder changed since a return: the newest return first, earlier ones to choose. */
export function ChangesPanel(props: ChangesPanelProps) {
  const { record, history, withFirst, compared, error, onRetry, onRound, isChanged, children } = props
  if (record.returned_at === null || compared?.returns.length === 0)
    return <FirstSubmission isNamed={withFirst} corrections={correctionsOf(history)} />
  const since = compared?.returns.find(({ round }) => round === compared.round)
  if (compared && !since) return null
  if (!compared || !since)
    return (
      <Panel title={TITLE}>
        {error ? (
          <LoadFailed title="The changes could not be loaded" error={error} onRetry={onRetry} />
        ) : (
          <Loader size="sm" aria-label="Loading the changes" />
        )}
      </Panel>
    )
  const isNewest = since.round === compared.returns[0]?.round
  return (
    <Panel
      title={isNewest ? TITLE : `What changed after the return in round ${since.round}`}
      actions={<Earlier returns={compared.returns} round={since.round} onRound={onRound} />}
    >
      <Stack gap={20}>
        <Between since={since} next_round={compared.next_round} />
        {isChanged ? (
          children
        ) : compared.next_round === null ? (
          // not a warning before the next submission
          <Notice>Nothing has been changed yet.</Notice>
        ) : (
          <Notice tone="warning">Nothing changed since the return.</Notice>
        )}
        <Corrections corrections={compared.corrections ?? []} />
      </Stack>
    </Panel>
  )
}

/** For a record that was never returned: what its reviewers corrected, if anything. */
const FirstSubmission = ({ isNamed, corrections }: { isNamed: boolean; corrections: Correction[] }) => (
  <>
    {isNamed ? (
      <Notice title="First submission">
        This record has not been returned before; there is nothing to compare it with.
      </Notice>
    ) : null}
    {corrections.length > 0 ? (
      <Panel title="What changed while it was reviewed">
        <Corrections corrections={corrections} />
      </Panel>
    ) : null}
  </>
)
