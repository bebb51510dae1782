import { Button, Group } from '@mantine/core'
import {
  factorsApi,
  type MySignIn,
  OWN_COMPUTER_DAYS,
  type Session,
} from '../../shared/factors/factors.schema.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { call } from '../lib/call.ts'
import { clearSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts.tsx'
import { redirectToLogin } from '../lib/to-login.ts'
import { Failure } from '../ui/Failure.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useWork } from '../ui/useWork.ts'
import { ChangeButton } from './ChangeButton.tsx'
import styles from './MySignIn.module.css'

type DeviceProps = { name: string; note?: string | null; facts: readonly (readonly [string, string])[] }

/** A browser of the person, with its facts. */
function Device({ name, note, facts }: DeviceProps) {
  const { t } = useTexts()
  return (
    <div>
      <Group component="p" gap={8}>
        <strong>{name || t('my_sign_in.device_unknown')}</strong>
        {note && <span className="pill">{note}</span>}
      </Group>
      <Group component="dl" gap="4px 16px" className={styles.facts}>
        {facts.map(([term, text]) => (
          <Group key={term} gap={4}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </Group>
        ))}
      </Group>
    </div>
  )
}

type OwnComputersProps = Pick<MySignIn, 'own_computers'> & { onChanged: (what: string) => Promise<void> }

/** The browsers that are not asked for the second step, each of which can be forgotten. */
export function OwnComputers({ own_computers, onChanged }: OwnComputersProps) {
  const { t } = useTexts()
  const { busy, general, run } = useWork()
  const forget = (id: number, device: string) =>
    run(async () => {
      await call(factorsApi.forgetOwnComputer, { params: { id } })
      await onChanged(t('my_sign_in.was_forgotten', { name: device }))
    })
  return (
    <Panel title={t('my_sign_in.computers')}>
      <p>
        {own_computers.length === 0
          ? t('my_sign_in.computers_none')
          : t('my_sign_in.computers_what', { days: OWN_COMPUTER_DAYS })}
      </p>
      <Failure sentence={general} />
      <ul className={styles.list}>
        {own_computers.map((one) => (
          <li key={one.id} className={styles.row}>
            <Device
              name={one.device}
              facts={[
                [t('my_sign_in.network'), one.network_address],
                [t('my_sign_in.last_used'), dateTimeIn(t, one.last_used_at)],
                [t('my_sign_in.until'), dateIn(t, one.expires_at)],
              ]}
            />
            <Button
              variant="default"
              aria-label={t('my_sign_in.forget_named', { name: one.device })}
              disabled={busy}
              onClick={() => forget(one.id, one.device)}
            >
              {t('my_sign_in.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function SessionDevice({ session }: { session: Session }) {
  const { t } = useTexts()
  return (
    <Device
      name={session.device}
      note={session.is_this ? t('my_sign_in.this_session') : null}
      facts={[
        [t('my_sign_in.network'), session.network_address ?? t('my_sign_in.network_unknown')],
        [t('my_sign_in.since'), dateTimeIn(t, session.created_at)],
        [t('my_sign_in.last_seen'), dateTimeIn(t, session.last_used_at)],
      ]}
    />
  )
}

/** Where the person is logged in, and how to end all of it. */
export function Sessions({ sessions }: Pick<MySignIn, 'sessions'>) {
  const { t } = useTexts()
  return (
    <Panel title={t('my_sign_in.sessions')}>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <SessionDevice session={session} />
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <p>{t('my_sign_in.sessions_odd')}</p>
        <ChangeButton
          title={t('my_sign_in.end_all_title')}
          message={t('my_sign_in.end_all_why')}
          change={async () => {
            await call(factorsApi.endOwnSessions)
            clearSession()
            redirectToLogin()
          }}
        >
          {t('my_sign_in.end_all')}
        </ChangeButton>
      </div>
    </Panel>
  )
}
