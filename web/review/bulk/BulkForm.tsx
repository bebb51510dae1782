import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { holds } from '../../../shared/access/actor.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import type { BulkAction, BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { all, no, type Verdict, yes } from '../../../shared/lib/verdict.ts'
import type { PointInput } from '../../../shared/review/points.schema.ts'
import type { ReviewFacts } from '../../../shared/review/review.schema.ts'
import { useActor } from '../../lib/useActor.ts'
import { DraftStatus } from '../../drafts/DraftGate.tsx'
import { type OpenDraft, useTakeOver } from '../../drafts/useDraft.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { fail } from '../../ui/fail.ts'
import { useSend } from '../../ui/useSend.ts'
import { CommentBox } from '../CommentBox.tsx'
import { WarningLabels } from '../WarningLabels.tsx'
import type { ReviewedRow } from '../review.calls.ts'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import styles from './BulkPage.module.css'
import { CommentsForMany, hasAnyComment } from './CommentsForMany.tsx'
import { BulkRecords } from './BulkRecords.tsx'
import { useDecideMany } from './bulk.calls.ts'
import { askedWords, type BulkText, hasAnyPoint } from './bulk-draft.ts'
import { type PlaceOption, PointsForMany } from './PointForMany.tsx'
import { canReturnAll, sortSelection } from './sort-selection.ts'
import type { Selection } from './selection.ts'
import { counted, VERBS } from './words.ts'

const NOTHING: BulkText = { comments: {}, own: {} }

/** Points as they are sent: without the names of their places, which the server knows. */
const toSend = (points: BulkText['points'] = []): PointInput[] =>
  points.map(({ kind, place, text }) => ({ kind, place, text }))

type AcceptedWarningsProps = { records: readonly BulkCandidate[]; nouns: { one: string; many: string } }

/** The warnings that an approval of many accepts, record by record; nothing without warnings. */
function AcceptedWarnings({ records, nouns }: AcceptedWarningsProps) {
  const warned = records.filter(({ marks }) => marks.length > 0)
  if (warned.length === 0) return null
  return (
    <div>
      <p>You accept {counted(warned.length, nouns)} with warnings:</p>
      <ul className="bullets">
        {warned.map(({ id, code, marks }) => (
          <li key={id}>
            {code}
            <WarningLabels marks={marks} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type BulkFormProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: ReviewedScreens<Shown, Row>
  places: readonly PlaceOption[]
  ticks: Selection
  records: readonly BulkCandidate[]
  draft: OpenDraft<BulkText>
}

/**
 * The ticked records with their warnings and changes, the comments for a return, and the decision on all ready ones.
 */
export function BulkForm<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, approval },
  places,
  ticks,
  records,
  draft,
}: BulkFormProps<Shown, Row>) {
  const actor = useActor()
  const { busy, send } = useSend(draft.key)
  const decideMany = useDecideMany(calls)
  const [text, setText] = useState(draft.start ?? NOTHING)
  useTakeOver(draft, (came) => setText(came ?? NOTHING))
  const { bulk, comments: fields } = approval
  const ticked = ticks.ids.flatMap((id) => records.find((record) => record.id === id) ?? [])
  const { ready, unopened, refused, open } = sortSelection(ticked)
  const unavailable = ticks.ids.filter((id) => !records.some((record) => record.id === id))

  const write = (changed: BulkText) => {
    setText(changed)
    draft.keep(changed)
  }
  const some = (action: BulkAction): Verdict => (ready[action].length > 0 ? yes : no('nothing_ticked'))
  const mayApprove = all(holds(actor, bulk.keys.approve), some('approve'))
  const mayReturn = holds(actor, bulk.keys.return)
  const canReturn = all(mayReturn, some('return'), canReturnAll(text, ready.return))

  const decide = async (action: BulkAction) => {
    const chosen = ready[action]
    const rest = ticked.length - chosen.length
    const { now } = VERBS[action]
    const answer = await confirm({
      title: `${now} ${counted(chosen.length, approval)}?`,
      message: (
        <Stack gap="sm">
          <p>
            Each is {VERBS[action].done} by itself, under your name
            {action === 'return'
              ? `, ${askedWords(
                  text,
                  chosen.map(({ id }) => id),
                )}`
              : ''}
            . This cannot be undone.
          </p>
          {rest > 0 ? <p>Not decided on, and still ticked: {counted(rest, approval)}.</p> : null}
          {action === 'approve' ? <AcceptedWarnings records={chosen} nouns={approval} /> : null}
          {action === 'approve' && (hasAnyComment(text) || hasAnyPoint(text)) ? (
            <p>
              <strong>
                Your {hasAnyPoint(text) ? 'comments and points' : 'comments'} will not be sent. Return the
                records to send them.
              </strong>
            </p>
          ) : null}
          <CommentsForMany fields={fields} text={text} records={chosen} />
        </Stack>
      ),
      confirmLabel: `${now} ${formatCount(chosen.length)}`,
      danger: action === 'return',
    })
    if (!answer) return
    const goOn = await draft.hold()
    const isReturn = action === 'return'
    const body = {
      action,
      comments: isReturn ? text.comments : {},
      points: isReturn ? toSend(text.points) : [],
      records: chosen.map(({ id, revision }) => ({
        id,
        revision,
        comments: isReturn ? (text.own[id] ?? {}) : {},
        points: isReturn ? toSend(text.ownPoints?.[id]) : [],
      })),
    }
    try {
      await send((form_key) => decideMany.mutateAsync({ body, form_key }))
      void draft.drop()
      ticks.untick(chosen.map(({ id }) => id))
    } catch (error) {
      goOn()
      await fail(error)
    }
  }

  const shared = { decision: approval.decision, onUntick: (id: number) => ticks.untick([id]) }
  return (
    <>
      {unopened.length > 0 ? (
        <Panel title={`To open first: ${counted(unopened.length, approval)}`}>
          <p className={styles.note}>
            They have warnings or changes, and you have not opened them. Open each, then come back: it is then
            ready. A record that was shown to you after a decision is not counted as opened.
          </p>
          <BulkRecords {...shared} records={unopened} />
        </Panel>
      ) : null}
      {refused.length > 0 || unavailable.length > 0 ? (
        <Panel
          title={`You cannot decide on these now: ${counted(refused.length + unavailable.length, approval)}`}
        >
          <BulkRecords {...shared} records={refused} />
          {unavailable.length > 0 ? (
            <div className={styles.decide}>
              <p>{counted(unavailable.length, approval)} cannot be found any more.</p>
              <Button variant="default" size="sm" onClick={() => ticks.untick(unavailable)}>
                Untick {unavailable.length === 1 ? 'it' : 'them'}
              </Button>
            </div>
          ) : null}
        </Panel>
      ) : null}
      <Panel title={`Ready: ${counted(open.length, approval)}`}>
        {open.length > 0 ? (
          <BulkRecords
            {...shared}
            records={open}
            {...(mayReturn.ok ? { writing: { fields, places, text, onChange: write } } : {})}
          />
        ) : (
          <p>None yet.</p>
        )}
      </Panel>
      {mayReturn.ok ? (
        <Panel title="Decision">
          <div className={styles.comments}>
            {fields.map(({ name, label }) => (
              <CommentBox
                key={name}
                label={`${label}, for all`}
                description={
                  fields.length === 1 ? 'Needed to return, unless each has its own, or a point.' : undefined
                }
                value={text.comments[name] ?? ''}
                onChange={(value) => write({ ...text, comments: { ...text.comments, [name]: value } })}
              />
            ))}
            <PointsForMany
              name="all"
              places={places}
              points={text.points ?? []}
              onChange={(points) => write({ ...text, points })}
            />
            <DraftStatus stored={draft.stored} />
          </div>
        </Panel>
      ) : null}
      <div className={styles.bar} role="group" aria-label="Decide on all that is ready">
        <ActionButton verdict={mayApprove} onClick={() => decide('approve')} disabled={busy}>
          Approve {counted(ready.approve.length, approval)}
        </ActionButton>
        <ActionButton
          verdict={canReturn}
          onClick={() => decide('return')}
          color="red"
          variant="outline"
          disabled={busy}
        >
          Return {counted(ready.return.length, approval)}
        </ActionButton>
      </div>
    </>
  )
}
