import { factorsApi, type MySignIn, OWN_COMPUTER_DAYS } from '../../shared/factors/factors.schema.ts'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import controls from '../public/controls.module.css'
import { Device } from './Device.tsx'
import styles from './MySignIn.module.css'
import { Section } from './Section.tsx'
import { useSend } from './useSend.ts'

type Props = Pick<MySignIn, 'own_computers'> & { onChanged: (what: string) => Promise<void> }

/** The browsers that are not asked for the second step, each of which can be forgotten. */
export function OwnComputers({ own_computers, onChanged }: Props) {
  const { busy, general, send } = useSend()
  const forget = (id: number, device: string) =>
    send(async () => {
      await call(factorsApi.forgetOwnComputer, { params: { id } })
      await onChanged(`${device} was forgotten.`)
    })
  return (
    <Section title="Own computers">
      <p>
        {own_computers.length === 0
          ? 'None: the second step is asked at every log in.'
          : `On these the second step is asked only every ${OWN_COMPUTER_DAYS} days.`}
      </p>
      <GeneralError message={general} />
      {own_computers.length > 0 && (
        <ul className={styles.list}>
          {own_computers.map((one) => (
            <li key={one.id} className={styles.row}>
              <Device
                name={one.device}
                note={null}
                facts={[
                  ['Network', one.network_address],
                  ['Last used', formatDateTime(one.last_used_at)],
                  ['Until', formatDate(one.expires_at)],
                ]}
              />
              <button
                type="button"
                className={controls.secondary}
                aria-label={`Forget ${one.device}`}
                disabled={busy}
                onClick={() => forget(one.id, one.device)}
              >
                Forget
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
