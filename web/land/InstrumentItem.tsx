import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  expiryState,
  type ExpiryState,
  expiryWords,
  instrumentName,
  instrumentTitle,
  publicKind,
} from '../../shared/land/instruments.rules.ts'
import { type Instrument, instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { canConfirmInstrument, canRecordInstrument } from '../../shared/sites/site-land.policy.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatList } from '../../shared/lib/format.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { StoredDocument } from '../files/StoredDocument.tsx'
import { useChange } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { NoteMark } from '../notes/NoteMark.tsx'
import { PointsAt } from '../review/points/PointsAt.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ActionName } from '../ui/ActionName.tsx'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { type Field, FieldList } from '../ui/FieldList.tsx'
import { CheckIcon, ClockIcon, InfoIcon, WarningIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import { useToday } from '../ui/useNow.ts'

type Look = { icon: typeof CheckIcon; tone?: Tone }

const LOOKS: Record<ExpiryState, Look> = {
  requested: { icon: ClockIcon },
  valid: { icon: CheckIcon },
  expiring: { icon: WarningIcon, tone: 'warning' },
  expired: { icon: WarningIcon, tone: 'warning' },
}

const State = ({ icon: Icon, tone, children }: Look & { children: ReactNode }) => (
  <li>
    <Badge {...(tone ? { tone } : {})}>
      <Icon size={14} />
      {children}
    </Badge>
  </li>
)

/** Validity and confirmation, each by an icon and in words. */
function States({ instrument }: { instrument: Instrument }) {
  const today = useToday()
  const state = expiryState(instrument, today)
  const { confirmed_at, issued_on } = instrument
  return (
    <Group component="ul" gap="4px 8px">
      <State {...LOOKS[state]}>{expiryWords(instrument, today)}</State>
      {confirmed_at ? (
        <State icon={CheckIcon} tone="success">{`Confirmed by FMB on ${formatDateTime(confirmed_at)}`}</State>
      ) : issued_on ? (
        <State icon={InfoIcon}>Not confirmed by FMB</State>
      ) : null}
    </Group>
  )
}

const dayOf = (day: string | null) => (day === null ? null : <time dateTime={day}>{formatDay(day)}</time>)

/** Its facts, without those that it does not have. */
const fieldsOf = (one: Instrument): Field[] =>
  [
    { label: 'Issuer', value: one.issuer },
    { label: 'Number', value: one.number },
    { label: 'Asked on', value: dayOf(one.asked_on) },
    { label: 'Issued on', value: dayOf(one.issued_on) },
    { label: 'Valid until', value: dayOf(one.valid_until) },
    { label: 'Renews', value: one.renews },
    { label: 'For the land of', value: formatList(one.findings.map(featureWords)) || null },
    { label: 'Recorded', value: `${formatDateTime(one.recorded_at)} by ${one.recorded_by}` },
  ].filter(({ value }) => value !== null)

const REASON = { label: 'Reason', min: 1, max: 600 } as const

type ItemProps = { instrument: Instrument; site: SiteProfile; onCorrect: () => void }

/** One instrument with its days, its file, and what this person may do with it. */
export function InstrumentItem({ instrument, site, onCorrect }: ItemProps) {
  const actor = useActor()
  const remove = useChange(instrumentsApi.remove)
  const confirming = useChange(instrumentsApi.confirm)
  const { busy, run } = useAction()
  const { id: instrument_id, kind, issued_on, revision } = instrument
  const params = { id: site.id, instrument_id }
  const name = instrumentName(instrument)
  const button = instrumentTitle(instrument)
  const place = { about: 'instrument', land_instrument_id: instrument_id } as const
  const mayRecord = canRecordInstrument(actor, site)

  const askToRemove = async () => {
    const answer = await confirm({
      title: `Remove ${name}?`,
      message: 'It leaves this list and the public page. The log says who removed it and why.',
      confirmLabel: 'Remove',
      danger: true,
      reason: REASON,
    })
    if (!answer) return
    const isDone = await run(async (form_key) => {
      await remove.mutateAsync({ params, body: { reason: answer.reason ?? '' }, form_key })
      return true
    })
    if (isDone) notifyDone(`${name} was removed.`)
  }
  const askToConfirm = async () => {
    const answer = await confirm({
      title: `Confirm ${name}?`,
      message: `The public page of the approved site then says "${publicKind(kind)}, ${issued_on?.slice(0, 4)}", and nothing else of it.`,
      confirmLabel: 'Confirm',
    })
    const body = { revision }
    if (answer && (await run((form_key) => confirming.mutateAsync({ params, body, form_key }))))
      notifyDone(`${name} is confirmed.`)
  }

  return (
    <Stack component="li" gap={8}>
      <h3 className="card-title breaks">{name}</h3>
      <States instrument={instrument} />
      <FieldList fields={fieldsOf(instrument)} />
      {instrument.file_id === null ? (
        <p className="quiet">No file is attached.</p>
      ) : (
        <StoredDocument
          file={{ id: instrument.file_id, name: instrument.file_name ?? 'file', ...instrument.file_facts }}
        />
      )}
      <PointsAt place={place} label={name} />
      <Group gap={8}>
        <NoteMark place={place} label={name} />
        {instrument.confirmed_at === null ? (
          <ActionButton
            verdict={canConfirmInstrument(actor, site, instrument)}
            size="sm"
            variant="light"
            disabled={busy}
            onClick={askToConfirm}
          >
            <ActionName action="Confirm" name={button} />
          </ActionButton>
        ) : null}
        {mayRecord.ok ? (
          <>
            <Button variant="default" size="sm" disabled={busy} onClick={onCorrect}>
              <ActionName action="Correct" name={button} />
            </Button>
            <Button variant="default" size="sm" disabled={busy} onClick={() => void askToRemove()}>
              <ActionName action="Remove" name={button} />
            </Button>
          </>
        ) : null}
      </Group>
    </Stack>
  )
}
