import { useState } from 'react'
import { factorsApi, type MySignIn, type Session } from '../../shared/factors/factors.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { call } from '../lib/call.ts'
import { clearSession } from '../lib/session.ts'
import { redirectToLogin } from '../lib/to-login.ts'
import controls from '../public/controls.module.css'
import { AskDialog } from './AskDialog.tsx'
import { Device } from './Device.tsx'
import styles from './MySignIn.module.css'
import { Section } from './Section.tsx'

const SessionRow = ({ session }: { session: Session }) => (
  <li className={styles.row}>
    <Device
      name={session.device}
      note={session.is_this ? 'This session' : null}
      facts={[
        ['Network', session.network_address ?? 'unknown'],
        ['Since', formatDateTime(session.created_at)],
        ['Last seen', formatDateTime(session.last_used_at)],
      ]}
    />
  </li>
)

/** Where the person is logged in, and how to end all of it. */
export function Sessions({ sessions }: Pick<MySignIn, 'sessions'>) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Section title="Where you are logged in">
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className={styles.row}>
        <p>Something you do not recognise, or a computer was lost?</p>
        <button type="button" className={controls.secondary} onClick={() => setIsAsking(true)}>
          End everything
        </button>
      </div>
      {isAsking && (
        <AskDialog
          title="End everything?"
          label="End everything"
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            await call(factorsApi.endOwnSessions)
            clearSession()
            redirectToLogin()
          }}
        >
          You are logged out everywhere, and your own computers are forgotten. What you have not saved may be
          lost. Log in again, and change your password if someone else may know it.
        </AskDialog>
      )}
    </Section>
  )
}
