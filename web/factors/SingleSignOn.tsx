import { useCallback, useEffect, useState } from 'react'
import { formatDate } from '../../shared/lib/dates.ts'
import { type IdentityReply, oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
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
  const [own, setOwn] = useState<IdentityReply | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { busy, general, send } = useSend()
  const load = useCallback(() => send(async () => setOwn(await call(oidcApi.own))), [send])
  useEffect(load, [load])
  const connect = () =>
    send(async () => {
      const { address } = await call(oidcApi.startLink)
      location.assign(address)
    })

  return (
    <Section title={`Log in with ${provider}`}>
      <GeneralError message={general} />
      <div className={styles.row}>
        {own === null ? (
          <p role="status">{busy ? 'Loading…' : ''}</p>
        ) : (
          <p className={styles.facts}>{stateOf(own, provider)}</p>
        )}
        {own === null ? (
          !busy && <BusyButton kind="secondary" label="Try again" busy={busy} onPress={load} />
        ) : own.identity === null ? (
          <BusyButton kind="secondary" label="Connect" busy={busy} onPress={connect} />
        ) : (
          <BusyButton kind="secondary" label="Disconnect" busy={busy} onPress={() => setIsAsking(true)} />
        )}
      </div>
      {isAsking && (
        <AskDialog
          title={`Disconnect ${provider}?`}
          label="Disconnect"
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            await call(oidcApi.unlinkOwn)
            setIsAsking(false)
            load()
            await onChanged(`${provider} was disconnected.`)
          }}
        >
          {`You then log in with your password. You can connect ${provider} again at any time.`}
        </AskDialog>
      )}
    </Section>
  )
}

const stateOf = ({ identity, linked_at }: IdentityReply, provider: string) =>
  identity === null
    ? `Not connected. Once it is, you can log in with your account at ${provider} in place of the password.`
    : `Connected as ${identity.email || identity.name || 'an account without a name'} since ${formatDate(linked_at)}.`
