import { factorsApi, type MySignIn } from '../../shared/factors/factors.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import styles from './MySignIn.module.css'
import { RemoveButton } from './RemoveButton.tsx'
import { Section } from './Section.tsx'

type Passkey = MySignIn['passkeys'][number]

const factsOf = (t: Translate, { created_at, last_used_at, is_synced }: Passkey) =>
  [
    t('my_sign_in.passkey_since', { day: dateIn(t, created_at) }),
    last_used_at
      ? t('my_sign_in.passkey_used', { day: dateIn(t, last_used_at) })
      : t('my_sign_in.passkey_unused'),
    ...(is_synced ? [t('my_sign_in.passkey_synced')] : []),
  ].join(', ')

type Props = { passkeys: Passkey[]; isLast: boolean; onChanged: (what: string) => Promise<void> }

export function PasskeySection({ passkeys, isLast, onChanged }: Props) {
  const { t } = useTexts()
  return (
    <Section title={t('my_sign_in.passkeys')}>
      {passkeys.length === 0 ? null : (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <p className={styles.facts}>
                <strong>{passkey.name}</strong>
                <span>{factsOf(t, passkey)}</span>
              </p>
              <RemoveButton
                name={passkey.name}
                isLast={isLast}
                remove={() => call(factorsApi.removePasskey, { params: { id: passkey.id } })}
                onRemoved={() => onChanged(t('my_sign_in.was_removed', { name: passkey.name }))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        {passkeys.length === 0 && <p>{t('my_sign_in.passkey_none')}</p>}
        <a className={controls.secondary} href="#passkey">
          {t('my_sign_in.passkey_add')}
        </a>
      </div>
    </Section>
  )
}
