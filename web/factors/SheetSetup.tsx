import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { factorsApi, RECOVERY_CODES, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useWork } from '../ui/useWork.ts'
import { ConfirmCode } from './ConfirmCode.tsx'
import { CodeSheet } from './CodeSheet.tsx'
import type { AfterSetup } from './RecoveryCodes.tsx'

type NewCodesProps = {
  size: typeof RECOVERY_CODES | typeof SHEET_CODES
  /** what they are, and what becomes of those of before */
  about: readonly string[]
  label: string
  onMade: (codes: string[]) => void
}

/** Makes codes for paper, which are shown once. */
function NewCodes({ size, about, label, onMade }: NewCodesProps) {
  const { busy, general, run } = useWork()
  const make = async () => onMade((await call(factorsApi.makeSheet, { body: { size } })).codes)
  return (
    <Stack gap="md" align="start">
      {about.map((sentences) => (
        <p key={sentences} className="sentences">
          {sentences}
        </p>
      ))}
      <Failure sentence={general} />
      <Button loading={busy} onClick={() => run(make)}>
        {label}
      </Button>
    </Stack>
  )
}

type RecoveryProps = { replaces: boolean; onMade: (codes: string[]) => void }

/** Makes ten recovery codes; those of before stop working. */
export function NewRecoveryCodes({ replaces, onMade }: RecoveryProps) {
  const { t } = useTexts()
  const what = t('my_sign_in.codes_what', { count: RECOVERY_CODES })
  return (
    <NewCodes
      size={RECOVERY_CODES}
      about={[replaces ? `${what} ${t('my_sign_in.codes_replace')}` : what]}
      label={t('my_sign_in.codes_show')}
      onMade={onMade}
    />
  )
}

type SheetProps = AfterSetup & { actor: Actor; replaces: boolean }

/** A sheet of 40 codes as a second factor; it counts after one of them was typed. */
export function SheetSetup({ actor, replaces, onAdded }: SheetProps) {
  const { t } = useTexts()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [code, setCode] = useState('')
  const { form, busy, errors, general, submit } = useWork(['code'])

  if (codes === null)
    return (
      <NewCodes
        size={SHEET_CODES}
        about={[
          t('my_sign_in.sheet_what', { count: SHEET_CODES }),
          t('my_sign_in.sheet_ready'),
          ...(replaces ? [t('my_sign_in.sheet_replaces')] : []),
        ]}
        label={t('my_sign_in.sheet_show')}
        onMade={setCodes}
      />
    )
  return (
    <Stack gap="md" align="start">
      <CodeSheet title={t('my_sign_in.sheet')} codes={codes} actor={actor} />
      <form
        ref={form}
        method="post"
        noValidate
        className="no-print"
        aria-label={t('my_sign_in.sheet')}
        onSubmit={submit(async () => {
          const { recovery_codes } = await call(factorsApi.confirmSheet, { body: { code } })
          await onAdded(recovery_codes)
        })}
      >
        <ConfirmCode
          label={t('my_sign_in.sheet_one_code')}
          help={t('my_sign_in.sheet_code_help')}
          value={code}
          error={errors.code}
          onText={setCode}
          busy={busy}
          refusal={general}
        />
      </form>
    </Stack>
  )
}
