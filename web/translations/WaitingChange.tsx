import { Button, Group } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { isOwnProposal } from '../../shared/translations/proposals.policy.ts'
import { type Translation, translationsApi } from '../../shared/translations/translations.schema.ts'
import { useChange } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'

type WaitingChangeProps = { language: string; of: Translation; state: RecordWindowState<Translation> }

/** The proposed change of an official word, for another person to confirm and for who proposed it to take back. */
export function WaitingChange({ language, of, state }: WaitingChangeProps) {
  const actor = useActor()
  const { busy, run } = useAction()
  const confirm = useChange(translationsApi.confirm)
  const takeBack = useChange(translationsApi.takeBack)
  const { proposal, seen } = of
  if (!proposal) return null
  const send = async (change: typeof confirm, done: string) => {
    const params = { language, key: of.key }
    const saved = await run((form_key) => change.mutateAsync({ params, body: { seen }, form_key }))
    if (saved) state.close(() => notifyDone(done))
  }
  return (
    <Notice title={`${proposal.proposed_by} proposed this text on ${formatDateTime(proposal.proposed_at)}`}>
      <p lang={language}>{proposal.text}</p>
      <p>
        {proposal.reviewed ? 'It counts as reviewed' : 'It is shown'} once another administrator of FMB
        confirms it.
      </p>
      <Group gap="sm" mt="xs">
        {isOwnProposal(actor, proposal) ? (
          <Button
            variant="default"
            size="xs"
            loading={busy}
            onClick={() => void send(takeBack, 'Taken back.')}
          >
            Take back
          </Button>
        ) : (
          <Button size="xs" loading={busy} onClick={() => void send(confirm, 'Confirmed.')}>
            Confirm
          </Button>
        )}
      </Group>
    </Notice>
  )
}
