import { useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { factorsApi, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import { BusyButton } from './BusyButton.tsx'
import { CodeField } from './CodeField.tsx'
import { CodeSheet } from './CodeSheet.tsx'
import type { AfterSetup } from './flows.ts'
import { useErrorFocus } from './useErrorFocus.ts'
import { useSend } from './useSend.ts'

type Props = AfterSetup & { actor: Actor; replaces: boolean }

/** A sheet of 40 codes as a second factor; it counts after one of them was typed. */
export function SheetSetup({ actor, replaces, onAdded }: Props) {
  const { t } = useTexts()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [code, setCode] = useState('')
  const make = useSend()
  const confirm = useSend(['code'])
  const form = useErrorFocus(confirm.errors)

  if (codes === null)
    return (
      <>
        <p>{t('my_sign_in.sheet_what', { count: SHEET_CODES })}</p>
        <p>{t('my_sign_in.sheet_ready')}</p>
        {replaces && <p>{t('my_sign_in.sheet_replaces')}</p>}
        <GeneralError message={make.general} />
        <BusyButton
          label={t('my_sign_in.sheet_show')}
          busy={make.busy}
          onPress={() =>
            make.send(async () => {
              const made = await call(factorsApi.makeSheet, { body: { size: SHEET_CODES } })
              setCodes(made.codes)
            })
          }
        />
      </>
    )
  return (
    <>
      <CodeSheet title={t('my_sign_in.sheet')} codes={codes} actor={actor} />
      <form
        ref={form}
        method="post"
        noValidate
        className="no-print"
        aria-label={t('my_sign_in.sheet')}
        onSubmit={confirm.submit(async () => {
          const { recovery_codes } = await call(factorsApi.confirmSheet, { body: { code } })
          await onAdded(recovery_codes)
        })}
      >
        <GeneralError message={confirm.general} />
        <CodeField
          label={t('my_sign_in.sheet_one_code')}
          help={t('my_sign_in.sheet_code_help')}
          value={code}
          error={confirm.errors.code}
          onText={setCode}
        />
        <SubmitButton label={t('my_sign_in.confirm')} busy={confirm.busy} />
      </form>
    </>
  )
}
