import { Button, Group, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDateTime, formatTime } from '../../shared/lib/dates.ts'
import { Notice } from '../ui/Notice.tsx'
import type { Kept } from './draft-keeper.ts'
import { type DraftOf, type Offer, type OpenDraft, useDraft } from './useDraft.ts'

/** Asks what becomes of work that was left behind; the form opens after the answer, so that neither replaces the other. */
function DraftOffer({ offer }: { offer: Offer }) {
  return (
    <Notice
      tone={offer.isOutdated ? 'warning' : 'info'}
      title={`You have an unsaved draft from ${formatDateTime(offer.saved_at)}`}
    >
      {offer.isOutdated ? (
        <p>The record has been changed since this draft was begun. Compare the two before you send it.</p>
      ) : null}
      <Group mt="sm" gap="sm">
        <Button size="sm" onClick={offer.take}>
          Continue with it
        </Button>
        <Button size="sm" variant="default" onClick={offer.discard}>
          Discard
        </Button>
      </Group>
    </Notice>
  )
}

type DraftGateProps<Values> = {
  of: DraftOf<Values>
  children: (draft: OpenDraft<Values>) => ReactNode
}

/** Opens a form after its kept work was looked for and, where some was left behind, after the person has decided. */
export function DraftGate<Values>({ of, children }: DraftGateProps<Values>) {
  const { loading, offer, open } = useDraft(of)
  if (loading) return <Loader aria-label="Loading" />
  if (offer) return <DraftOffer offer={offer} />
  return open && children(open)
}

/** Says above a form that it shows a draft which is older than the record. */
export const OutdatedDraft = () => (
  <Notice tone="warning" title="This draft is older than the record">
    <p>Somebody has changed the record since the draft was begun. Check every field before you save.</p>
  </Notice>
)

/**
 * "Draft saved 10:42 AM", the one sentence about work that is not sent yet. Announced when the minute changes, not at
 * every key. `unsent`: what a draft is not, where somebody could take it for more.
 */
export function DraftStatus({ kept, unsent }: { kept: Kept; unsent?: string | undefined }) {
  const words = { server: 'Draft saved', device: 'No connection. Draft kept on this device' }
  const said = kept ? `${words[kept.where]} ${formatTime(kept.at)}` : ''
  return (
    <span role="status">
      <span>{said}</span> {unsent ? <span>{unsent}</span> : null}
    </span>
  )
}
