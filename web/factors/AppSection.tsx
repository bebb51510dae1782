import { factorsApi, type MySignIn } from '../../shared/factors/factors.schema.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { RemoveButton } from './RemoveButton.tsx'
import { Section } from './Section.tsx'
import styles from './MySignIn.module.css'

type Props = { app: MySignIn['app']; isLast: boolean; onChanged: (what: string) => Promise<void> }

export function AppSection({ app, isLast, onChanged }: Props) {
  const { t } = useTexts()
  return (
    <Section title={t('my_sign_in.app')}>
      <div className={styles.row}>
        <p>
          {app ? t('my_sign_in.app_since', { day: dateIn(t, app.created_at) }) : t('my_sign_in.app_none')}
        </p>
        {app ? (
          <RemoveButton
            name={t('my_sign_in.app_named')}
            isLast={isLast}
            remove={() => call(factorsApi.removeApp)}
            onRemoved={() => onChanged(t('my_sign_in.app_removed'))}
          />
        ) : (
          <a className={controls.secondary} href="#app">
            {t('my_sign_in.app_set_up')}
          </a>
        )}
      </div>
    </Section>
  )
}
