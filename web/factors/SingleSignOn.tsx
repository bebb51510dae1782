import { useCallback, useEffect, useState } from 'react'
import { type IdentityReply, oidcApi } from '../../shared/oidc/oidc.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import { rememberLanguage } from '../lib/page-language.ts'
import { useTexts } from '../lib/texts.tsx'
import { useConfig } from '../public/public-config.ts'
import { AskDialog } from './AskDialog.tsx'
import { BusyButton } from './BusyButton.tsx'
import styles from './MySignIn.module.css'
import { Section } from './Section.tsx'
import { useSend } from './useSend.ts'

type Props = { onChanged: (what: string) => Promise<void> }

/** Whether the account is connected to the provider of single sign-on, where this deployment has one. */
export function SingleSignOn({ onChanged }: Props) {
  const { oidc_name } = useConfig()
  return oidc_name === '' ? null : <Connection provider={oidc_name} onChanged={onChanged} />
}

function Connection({ provider, onChanged }: Props & { provider: string }) {
  const { t } = useTexts()
  const [own, setOwn] = useState<IdentityReply | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { busy, general, send } = useSend()
  const load = useCallback(() => send(async () => setOwn(await call(oidcApi.own))), [send])
  useEffect(load, [load])
  const connect = () =>
    send(async () => {
      const { address } = await call(oidcApi.startLink)
      rememberLanguage()
      location.assign(address)
    })

  return (
    <Section title={t('sign_in.log_in_with', { provider })}>
      <GeneralError message={general} />
      <div className={styles.row}>
        {own === null ? (
          <p role="status">{busy ? t('my_sign_in.loading') : ''}</p>
        ) : (
          <p className={styles.facts}>{stateOf(t, own, provider)}</p>
        )}
        {own === null ? (
          !busy && (
            <BusyButton kind="secondary" label={t('my_sign_in.try_again')} busy={busy} onPress={load} />
          )
        ) : own.identity === null ? (
          <BusyButton kind="secondary" label={t('my_sign_in.connect')} busy={busy} onPress={connect} />
        ) : (
          <BusyButton
            kind="secondary"
            label={t('my_sign_in.disconnect')}
            busy={busy}
            onPress={() => setIsAsking(true)}
          />
        )}
      </div>
      {isAsking && (
        <AskDialog
          title={t('my_sign_in.disconnect_title', { provider })}
          label={t('my_sign_in.disconnect')}
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            await call(oidcApi.unlinkOwn)
            setIsAsking(false)
            load()
            await onChanged(t('my_sign_in.disconnected', { provider }))
          }}
        >
          {t('my_sign_in.disconnect_why', { provider })}
        </AskDialog>
      )}
    </Section>
  )
}

const stateOf = (t: Translate, { identity, linked_at }: IdentityReply, provider: string) =>
  identity === null || linked_at === null
    ? t('my_sign_in.not_connected', { provider })
    : t('my_sign_in.connected', {
        name: identity.email || identity.name || t('my_sign_in.nameless'),
        day: dateIn(t, linked_at),
      })
