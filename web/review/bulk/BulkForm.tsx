import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { holds } from '../../../shared/access/actor.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import type { BulkAction, BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { all, no, type Verdict, yes } from '../../../shared/lib/verdict.ts'
import { lineOfPoint } from '../../../shared/review/points.rules.ts'
import { readOptions, useChange } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { DraftStatus } from '../../drafts/DraftGate.tsx'
import { type OpenDraft, useTakeOver } from '../../drafts/useDraft.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { fail } from '../../ui/fail.ts'
import { useSend } from '../../ui/useSend.ts'
import { CommentBoxes, type CommentField, TypedComments } from '../CommentBoxes.tsx'
import type { Comments } from '../decision-draft.ts'
import { sentPoints } from '../points/draft-points.ts'
import { WarningLabels } from '../WarningLabels.tsx'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import styles from './BulkPage.module.css'
import { BulkRecords } from './BulkRecords.tsx'
import { askedWords, type BulkPoint, type BulkText, hasAnyPoint } from './bulk-draft.ts'
import { type PlaceOption, PointsForMany } from './PointForMany.tsx'
import { canReturnAll, sortSelection } from './sort-selection.ts'
import type { Selection } from './selection.tsx'
import { counted, VERBS } from './bulk.calls.ts'

const NOTHING: BulkText = { comments: {}, own: {} }

const hasComment = (comments: Comments | undefined): boolean =>
  Object.values(comments ?? {}).some((comment) => comment.trim() !== '')

/** Whether there is a comment for all or for one of the records. */
const hasAnyComment = ({ comments, own }: BulkText): boolean =>
  hasComment(comments) || Object.values(own).some(hasComment)

const isWritten = (text: BulkText): boolean => hasAnyComment(text) || hasAnyPoint(text)

type WrittenProps = {
  title: string
  fields: readonly CommentField[]
  comments: Comments | undefined
  points: readonly BulkPoint[] | undefined
}

/** The comments and points that are written for all records, or for one: "Boundary: Please replace. …". */
function Written({ title, fields, comments, points = [] }: WrittenProps) {
  if (!hasComment(comments) && points.length === 0) return null
  return (
    <div>
      <p>{title}:</p>
      <TypedComments fields={fields} comments={comments} />
      {points.length > 0 ? (
        <ul className="bullets">
          {points.map((point) => (
            <li key={point.key} className="breaks">
              {lineOfPoint(point)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

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

type BulkFormProps = {
  of: ReviewedScreens
  places: readonly PlaceOption[]
  ticks: Selection
  records: readonly BulkCandidate[]
  draft: OpenDraft<BulkText>
}

/**
 * The ticked records with their warnings and changes, the comments for a return, and the decision on all ready ones.
 */
export function BulkForm({ of: { calls, approval }, places, ticks, records, draft }: BulkFormProps) {
  const actor = useActor()
  const { busy, send } = useSend(draft.key, { isDecision: true })
  const client = useQueryClient()
  // the reply becomes the newest decision at once
  const decideMany = useChange(calls.decideMany, undefined, (reply) =>
    client.setQueryData(readOptions(calls.bulk).queryKey, reply),
  )
  const [text, setText] = useState(draft.start ?? NOTHING)
  useTakeOver(draft, (came) => setText(came ?? NOTHING))
  const { bulk, comments: fields } = approval
  const ticked = ticks.ids.flatMap((id) => records.find((record) => record.id === id) ?? [])
  const { ready, unopened, refused, open } = sortSelection(ticked)
  const unavailable = ticks.ids.filter((id) => !records.some((record) => record.id === id))
  const impossible = [...refused.map(({ id }) => id), ...unavailable]

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
          {action === 'approve' && isWritten(text) ? (
            <p>
              <strong>
                Your {hasAnyPoint(text) ? 'comments and points' : 'comments'} will not be sent. Return the
                records to send them.
              </strong>
            </p>
          ) : null}
          <Written title="For all" fields={fields} comments={text.comments} points={text.points} />
          {chosen.map(({ id, code }) => (
            <Written
              key={id}
              title={`For ${code}`}
              fields={fields}
              comments={text.own[id]}
              points={text.ownPoints?.[id]}
            />
          ))}
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
      points: isReturn ? sentPoints(text.points) : [],
      records: chosen.map(({ id, revision }) => ({
        id,
        revision,
        comments: isReturn ? (text.own[id] ?? {}) : {},
        points: isReturn ? sentPoints(text.ownPoints?.[id]) : [],
      })),
    }
    try {
      await send((form_key) => decideMany.mutateAsync({ body, form_key }))
      // what is written for a return of those that are left is not lost with an approval
      if (isReturn || rest === 0 || !isWritten(text)) void draft.drop()
      else goOn()
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
          <p className={`quiet ${styles.note}`}>
            They have warnings or changes, and you have not opened them. Open each, then come back: it is then
            ready. A record that was shown to you after a decision is not counted as opened.
          </p>
          <BulkRecords {...shared} records={unopened} />
        </Panel>
      ) : null}
      {impossible.length > 0 ? (
        <Panel title={`You cannot decide on these now: ${counted(impossible.length, approval)}`}>
          <BulkRecords {...shared} records={refused} />
          <Group gap={12}>
            {unavailable.length > 0 ? (
              <p>{counted(unavailable.length, approval)} cannot be found any more.</p>
            ) : null}
            {unavailable.length > 0 || refused.length > 1 ? (
              <Button variant="default" size="sm" onClick={() => ticks.untick(impossible)}>
                Untick {impossible.length === 1 ? 'it' : `all ${formatCount(impossible.length)}`}
              </Button>
            ) : null}
          </Group>
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
          <Stack gap={12}>
            <CommentBoxes
              fields={fields}
              comments={text.comments}
              onChange={(comments) => write({ ...text, comments })}
              whose=", for all"
              description={
                fields.length === 1 ? 'Needed to return, unless each has its own, or a point.' : undefined
              }
            />
            <PointsForMany
              name="all"
              places={places}
              points={text.points ?? []}
              onChange={(points) => write({ ...text, points })}
            />
            <DraftStatus stored={draft.stored} />
          </Stack>
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
