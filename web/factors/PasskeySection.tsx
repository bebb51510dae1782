import { factorsApi, type MySignIn } from '../../shared/factors/factors.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { call } from '../lib/call.ts'
import controls from '../public/controls.module.css'
import styles from './MySignIn.module.css'
import { RemoveButton } from './RemoveButton.tsx'
import { Section } from './Section.tsx'

type Passkey = MySignIn['passkeys'][number]

const factsOf = ({ created_at, last_used_at, is_synced }: Passkey) =>
  [
    `Added ${formatDate(created_at)}`,
    last_used_at ? `last used ${formatDate(last_used_at)}` : 'not used yet',
    ...(is_synced ? ['copied between your devices'] : []),
  ].join(', ')

type Props = { passkeys: Passkey[]; isLast: boolean; onChanged: (what: string) => Promise<void> }

export const PasskeySection = ({ passkeys, isLast, onChanged }: Props) => (
  <Section title="Passkeys and security keys">
    {passkeys.length === 0 ? null : (
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.row}>
            <p className={styles.facts}>
              <strong>{passkey.name}</strong>
              <span>{factsOf(passkey)}</span>
            </p>
            <RemoveButton
              name={passkey.name}
              isLast={isLast}
              remove={() => call(factorsApi.removePasskey, { params: { id: passkey.id } })}
              onRemoved={() => onChanged(`${passkey.name} was removed.`)}
            />
          </li>
        ))}
      </ul>
    )}
    <div className={styles.row}>
      {passkeys.length === 0 && <p>None yet.</p>}
      <a className={controls.secondary} href="#passkey">
        Add a passkey
      </a>
    </div>
  </Section>
)
