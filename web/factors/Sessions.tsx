import { useState } from 'react'
import { factorsApi, type MySignIn, type Session } from '../../shared/factors/factors.schema.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { call } from '../lib/call.ts'
import { clearSession } from '../lib/session.ts'
import { redirectToLogin } from '../lib/to-login.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { AskDialog } from './AskDialog.tsx'
import { Device } from './Device.tsx'
import styles from './MySignIn.module.css'
import { Section } from './Section.tsx'

function SessionRow({ session }: { session: Session }) {
  const { t } = useTexts()
  return (
    <li className={styles.row}>
      <Device
        name={session.device}
        note={session.is_this ? t('my_sign_in.this_session') : null}
        facts={[
          [t('my_sign_in.network'), session.network_address ?? t('my_sign_in.network_unknown')],
          [t('my_sign_in.since'), dateTimeIn(t, session.created_at)],
          [t('my_sign_in.last_seen'), dateTimeIn(t, session.last_used_at)],
        ]}
      />
    </li>
  )
}

/** Where the person is logged in, and how to end all of it. */
export function Sessions({ sessions }: Pick<MySignIn, 'sessions'>) {
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Section title={t('my_sign_in.sessions')}>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className={styles.row}>
        <p>{t('my_sign_in.sessions_odd')}</p>
        <button type="button" className={controls.secondary} onClick={() => setIsAsking(true)}>
          {t('my_sign_in.end_all')}
        </button>
      </div>
      {isAsking && (
        <AskDialog
          title={t('my_sign_in.end_all_title')}
          label={t('my_sign_in.end_all')}
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            await call(factorsApi.endOwnSessions)
            clearSession()
            redirectToLogin()
          }}
        >
          {t('my_sign_in.end_all_why')}
        </AskDialog>
      )}
    </Section>
  )
}
