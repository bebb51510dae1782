import { factorsApi, type MySignIn } from '../../shared/factors/factors.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { call } from '../lib/call.ts'
import controls from '../public/controls.module.css'
import { RemoveButton } from './RemoveButton.tsx'
import { Section } from './Section.tsx'
import styles from './MySignIn.module.css'

type Props = { app: MySignIn['app']; isLast: boolean; onChanged: (what: string) => Promise<void> }

export const AppSection = ({ app, isLast, onChanged }: Props) => (
  <Section title="Authenticator app">
    <div className={styles.row}>
      <p>{app ? `Set up on ${formatDate(app.created_at)}.` : 'Not set up.'}</p>
      {app ? (
        <RemoveButton
          name="the authenticator app"
          isLast={isLast}
          remove={() => call(factorsApi.removeApp)}
          onRemoved={() => onChanged('The authenticator app was removed.')}
        />
      ) : (
        <a className={controls.secondary} href="#app">
          Set up an app
        </a>
      )}
    </div>
  </Section>
)
