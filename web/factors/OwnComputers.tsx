import { factorsApi, type MySignIn, OWN_COMPUTER_DAYS } from '../../shared/factors/factors.schema.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { Device } from './Device.tsx'
import styles from './MySignIn.module.css'
import { Section } from './Section.tsx'
import { useSend } from './useSend.ts'

type Props = Pick<MySignIn, 'own_computers'> & { onChanged: (what: string) => Promise<void> }

/** The browsers that are not asked for the second step, each of which can be forgotten. */
export function OwnComputers({ own_computers, onChanged }: Props) {
  const { t } = useTexts()
  const { busy, general, send } = useSend()
  const forget = (id: number, device: string) =>
    send(async () => {
      await call(factorsApi.forgetOwnComputer, { params: { id } })
      await onChanged(t('my_sign_in.was_forgotten', { name: device }))
    })
  return (
    <Section title={t('my_sign_in.computers')}>
      <p>
        {own_computers.length === 0
          ? t('my_sign_in.computers_none')
          : t('my_sign_in.computers_what', { days: OWN_COMPUTER_DAYS })}
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
                  [t('my_sign_in.network'), one.network_address],
                  [t('my_sign_in.last_used'), dateTimeIn(t, one.last_used_at)],
                  [t('my_sign_in.until'), dateIn(t, one.expires_at)],
                ]}
              />
              <button
                type="button"
                className={controls.secondary}
                aria-label={t('my_sign_in.forget_named', { name: one.device })}
                disabled={busy}
                onClick={() => forget(one.id, one.device)}
              >
                {t('my_sign_in.forget')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
