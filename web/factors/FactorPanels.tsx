import { Button } from '@mantine/core'
import { factorsApi, type MySignIn, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ChangeButton } from './ChangeButton.tsx'
import styles from './MySignIn.module.css'

type PanelProps = { isLast: boolean; onChanged: (what: string) => Promise<void> }

type RemoveProps = {
  /** as in "Remove the authenticator app?" */
  name: string
  /** it is the only second factor */
  isLast: boolean
  remove: () => Promise<unknown>
}

/** Removes a factor, after a question. */
function RemoveButton({ name, isLast, remove }: RemoveProps) {
  const { t } = useTexts()
  return (
    <ChangeButton
      name={t('my_sign_in.remove_named', { name })}
      title={t('my_sign_in.remove_title', { name })}
      message={t(isLast ? 'my_sign_in.remove_last' : 'my_sign_in.remove_one')}
      change={remove}
    >
      {t('my_sign_in.remove')}
    </ChangeButton>
  )
}

/** The authenticator app, or the way to set one up. */
export function AppPanel({ app, isLast, onChanged }: PanelProps & Pick<MySignIn, 'app'>) {
  const { t } = useTexts()
  return (
    <Panel title={t('my_sign_in.app')}>
      <div className={styles.row}>
        <p>
          {app ? t('my_sign_in.app_since', { day: dateIn(t, app.created_at) }) : t('my_sign_in.app_none')}
        </p>
        {app ? (
          <RemoveButton
            name={t('my_sign_in.app_named')}
            isLast={isLast}
            remove={async () => {
              await call(factorsApi.removeApp)
              await onChanged(t('my_sign_in.app_removed'))
            }}
          />
        ) : (
          <Button component="a" href="#app" variant="default">
            {t('my_sign_in.app_set_up')}
          </Button>
        )}
      </div>
    </Panel>
  )
}

const passkeyFacts = (
  t: Translate,
  { created_at, last_used_at, is_synced }: MySignIn['passkeys'][number],
): string =>
  [
    t('my_sign_in.passkey_since', { day: dateIn(t, created_at) }),
    last_used_at
      ? t('my_sign_in.passkey_used', { day: dateIn(t, last_used_at) })
      : t('my_sign_in.passkey_unused'),
    ...(is_synced ? [t('my_sign_in.passkey_synced')] : []),
  ].join(', ')

/** The passkeys and security keys, and the way to add one. */
export function PasskeyPanel({ passkeys, isLast, onChanged }: PanelProps & Pick<MySignIn, 'passkeys'>) {
  const { t } = useTexts()
  return (
    <Panel title={t('my_sign_in.passkeys')}>
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.row}>
            <div>
              <strong>{passkey.name}</strong>
              <p>{passkeyFacts(t, passkey)}</p>
            </div>
            <RemoveButton
              name={passkey.name}
              isLast={isLast}
              remove={async () => {
                await call(factorsApi.removePasskey, { params: { id: passkey.id } })
                await onChanged(t('my_sign_in.was_removed', { name: passkey.name }))
              }}
            />
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        {passkeys.length === 0 && <p>{t('my_sign_in.passkey_none')}</p>}
        <Button component="a" href="#passkey" variant="default">
          {t('my_sign_in.passkey_add')}
        </Button>
      </div>
    </Panel>
  )
}

/** so few codes are left that new ones are due */
const FEW = 5

/** How many codes on paper are left: recovery codes, or a sheet that is a factor of its own. */
export function SheetPanel({ sheet, isLast, onChanged }: PanelProps & Pick<MySignIn, 'sheet'>) {
  const { t } = useTexts()
  const isFactor = sheet?.size === SHEET_CODES
  return (
    <Panel title={t(isFactor ? 'my_sign_in.sheet_on_paper' : 'my_sign_in.codes')}>
      <div className={styles.row}>
        <div>
          <p>
            {sheet
              ? t('my_sign_in.codes_left', {
                  left: sheet.left,
                  size: sheet.size,
                  day: dateIn(t, sheet.created_at),
                })
              : t('my_sign_in.codes_none')}
          </p>
          {sheet && sheet.left <= FEW && <strong>{t('my_sign_in.codes_few')}</strong>}
        </div>
        <Button component="a" href={isFactor ? '#sheet' : '#codes'} variant="default">
          {t(isFactor ? 'my_sign_in.sheet_make_new' : 'my_sign_in.codes_make_new')}
        </Button>
        {isFactor && (
          <RemoveButton
            name={t('my_sign_in.sheet_named')}
            isLast={isLast}
            remove={async () => {
              await call(factorsApi.removeSheet)
              await onChanged(t('my_sign_in.sheet_removed'))
            }}
          />
        )}
      </div>
    </Panel>
  )
}
