import { Button, Group, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import type { Correction, Return } from '../../shared/review/changes.schema.ts'
import { correctionsOf } from '../../shared/review/comparison.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Corrections } from './spelling/Corrections.tsx'
import styles from './ChangesPanel.module.css'

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

function Between({ compared, since }: { compared: Compared; since: Return }) {
  const { next_round } = compared
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

function Body({
  compared,
  isChanged,
  children,
}: {
  compared: Compared
  isChanged: boolean
  children: ReactNode
}) {
  if (isChanged) return children
  // not a warning before the next submission
  if (compared.next_round === null) return <Notice>Nothing has been changed yet.</Notice>
  return <Notice tone="warning">Nothing changed since the return.</Notice>
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
      <div className={styles.body}>
        <Between compared={compared} since={since} />
        <Body compared={compared} isChanged={isChanged}>
          {children}
        </Body>
        <Corrections corrections={compared.corrections ?? []} />
      </div>
    </Panel>
  )
}

type FirstProps = { isNamed: boolean; corrections: Correction[] }

const FirstSubmission = ({ isNamed, corrections }: FirstProps) => (
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
