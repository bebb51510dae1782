import { Stack } from '@mantine/core'
import type { ExternalStatus } from '../../shared/audit/integrity.schema.ts'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'

type Witness = ExternalStatus['witnesses'][number]

const cosignedText = ({ cosigned }: Witness): string =>
  cosigned
    ? `${formatCount(cosigned.size)} entries co-signed, ${formatDateTime(cosigned.at)}`
    : 'Nothing co-signed yet'

const stampText = ({ last }: NonNullable<ExternalStatus['stamps']>): string =>
  last ? `The checkpoint of ${formatDate(last.day)}, ${formatDateTime(last.at)}` : 'No checkpoint stamped yet'

const mailText = ({ addresses, last_day }: NonNullable<ExternalStatus['mails']>): string =>
  `${addresses.join(', ')}: ${last_day ? `last the checkpoint of ${formatDate(last_day)}` : 'none mailed yet'}`

function faultsOf({ witnesses, stamps }: ExternalStatus): { title: string; sentence: string }[] {
  const faults = witnesses.flatMap(({ name, fault }) =>
    fault === null ? [] : [{ title: `The witness ${name} did not co-sign`, sentence: fault }],
  )
  const stamp = stamps?.fault ?? null
  return stamp === null
    ? faults
    : [...faults, { title: 'The time stamp authority did not stamp', sentence: stamp }]
}

/** The witnesses, time stamps and mails outside the bureau, and which of them are missing. */
export function ExternalPanel({ outside }: { outside: ExternalStatus }) {
  const { witnesses, stamps, mails } = outside
  if (witnesses.length === 0 && stamps === null && mails === null)
    return (
      <Panel title="Outside the bureau">
        <p>
          The system sends no checkpoints outside the bureau: no witness, time stamp authority or mail address
          is set (WITNESS_URLS, TSA_URL, CHECKPOINT_MAIL). Without a copy that the bureau cannot change, only
          the file store can show that the whole log was rewritten.
        </p>
      </Panel>
    )
  return (
    <Panel title="Outside the bureau">
      <Stack gap="md">
        {faultsOf(outside).map(({ title, sentence }) => (
          <Notice key={title} tone="warning" title={title}>
            <p>{sentence} Other work continues; it is asked again within minutes.</p>
          </Notice>
        ))}
        <FieldList
          fields={[
            ...witnesses.map((witness) => ({
              label: `Witness ${witness.name}`,
              value: cosignedText(witness),
            })),
            ...(stamps ? [{ label: 'Time stamp', value: stampText(stamps) }] : []),
            ...(mails ? [{ label: 'Mailed each day', value: mailText(mails) }] : []),
          ]}
        />
      </Stack>
    </Panel>
  )
}
