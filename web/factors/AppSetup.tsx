import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { ApiError, call } from '../lib/call.ts'
import { failureIn } from '../lib/sentences.ts'
import { useTexts } from '../lib/texts.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useWork } from '../ui/useWork.ts'
import { AppKey } from './AppKey.tsx'
import { ConfirmCode } from './ConfirmCode.tsx'
import type { AfterSetup, RecoveryCodesMade } from './RecoveryCodes.tsx'
import styles from './Setup.module.css'

/** Confirms the app with a code of it; returns the recovery codes, or that they are lost. */
const confirmed = (code: string): Promise<RecoveryCodesMade> =>
  call(factorsApi.confirmApp, { body: { code } }).then(
    ({ recovery_codes }) => recovery_codes,
    (error: unknown) => {
      // an earlier try has reached the server, and its answer has not reached this page
      if (error instanceof ApiError && error.code === 'nothing_to_confirm') return 'lost'
      throw error
    },
  )

/** A new key for an app, made once while the page is open; the next visit makes another one. */
const useNewKey = () =>
  useQuery({
    queryKey: ['new key of an app'],
    queryFn: () => call(factorsApi.startApp),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

/** A new key for an authenticator app, and the first code of the app, after which it counts. */
export function AppSetup({ onAdded }: AfterSetup) {
  const { t } = useTexts()
  const { data: key, error, isFetching, refetch } = useNewKey()
  const [code, setCode] = useState('')
  const { form, busy, errors, general, submit } = useWork(['code'])

  if (isFetching) return <p role="status">{t('my_sign_in.app_making_key')}</p>
  if (!key)
    return (
      <>
        <Failure sentence={failureIn(t, error)} />
        <Button variant="default" onClick={() => void refetch()}>
          {t('my_sign_in.try_again')}
        </Button>
      </>
    )
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={t('my_sign_in.app')}
      onSubmit={submit(() => confirmed(code).then(onAdded))}
    >
      <ol className={styles.steps}>
        <li>
          <h2>{t('my_sign_in.app_get')}</h2>
          <p>{t('my_sign_in.app_which')}</p>
        </li>
        <li>
          <h2>{t('my_sign_in.app_add')}</h2>
          <AppKey {...key} />
        </li>
        <li>
          <h2>{t('my_sign_in.app_type_code')}</h2>
          <ConfirmCode
            label={t('sign_in.code')}
            help={t('my_sign_in.app_code_help')}
            isNumber
            value={code}
            error={errors.code}
            onText={setCode}
            busy={busy}
            refusal={general}
          />
        </li>
      </ol>
    </form>
  )
}
