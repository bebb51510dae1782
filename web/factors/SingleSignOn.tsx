import { Button } from '@mantine/core'
import { type IdentityReply, oidcApi } from '../../shared/oidc/oidc.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { call } from '../lib/call.ts'
import { rememberLanguage } from '../lib/page-language.ts'
import { useRead } from '../lib/queries.ts'
import { failureIn } from '../lib/sentences.ts'
import { useTexts } from '../lib/texts.tsx'
import { useConfig } from '../public/public-config.ts'
import { Failure } from '../ui/Failure.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useWork } from '../ui/useWork.ts'
import { ChangeButton } from './ChangeButton.tsx'
import styles from './MySignIn.module.css'

type Props = { onChanged: (what: string) => Promise<void> }

/** Whether the account is connected to the provider of single sign-on, where this deployment has one. */
export function SingleSignOn({ onChanged }: Props) {
  const { oidc_name } = useConfig()
  return oidc_name === '' ? null : <Connection provider={oidc_name} onChanged={onChanged} />
}

const connectionWords = (t: Translate, { identity, linked_at }: IdentityReply, provider: string): string =>
  identity === null || linked_at === null
    ? t('my_sign_in.not_connected', { provider })
    : t('my_sign_in.connected', {
        name: identity.email || identity.name || t('my_sign_in.nameless'),
        day: dateIn(t, linked_at),
      })

function Connection({ provider, onChanged }: Props & { provider: string }) {
  const { t } = useTexts()
  const { data: own, error, isFetching, refetch } = useRead(oidcApi.own, { retry: false })
  const { busy, general, run } = useWork()
  const connect = async () => {
    const { address } = await call(oidcApi.startLink)
    rememberLanguage()
    location.assign(address)
  }
  const disconnect = async () => {
    await call(oidcApi.unlinkOwn)
    await refetch()
    await onChanged(t('my_sign_in.disconnected', { provider }))
  }

  return (
    <Panel title={t('sign_in.log_in_with', { provider })}>
      <Failure sentence={general ?? (error && !own && !isFetching ? failureIn(t, error) : null)} />
      {own ? (
        <div className={styles.row}>
          <p>{connectionWords(t, own, provider)}</p>
          {own.identity === null ? (
            <Button variant="default" loading={busy} onClick={() => run(connect)}>
              {t('my_sign_in.connect')}
            </Button>
          ) : (
            <ChangeButton
              title={t('my_sign_in.disconnect_title', { provider })}
              message={t('my_sign_in.disconnect_why', { provider })}
              change={disconnect}
            >
              {t('my_sign_in.disconnect')}
            </ChangeButton>
          )}
        </div>
      ) : isFetching ? (
        <p role="status">{t('my_sign_in.loading')}</p>
      ) : (
        <Button variant="default" onClick={() => void refetch()}>
          {t('my_sign_in.try_again')}
        </Button>
      )}
    </Panel>
  )
}
