import { factorsApi, RECOVERY_CODES } from '../../shared/factors/factors.schema.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import { BusyButton } from './BusyButton.tsx'
import { useSend } from './useSend.ts'

type Props = { replaces: boolean; onMade: (codes: string[]) => void }

/** Makes ten recovery codes; those of before stop working. */
export function NewRecoveryCodes({ replaces, onMade }: Props) {
  const { t } = useTexts()
  const { busy, general, send } = useSend()
  return (
    <>
      <p>
        {t('my_sign_in.codes_what', { count: RECOVERY_CODES })}
        {replaces && ` ${t('my_sign_in.codes_replace')}`}
      </p>
      <GeneralError message={general} />
      <BusyButton
        label={t('my_sign_in.codes_show')}
        busy={busy}
        onPress={() =>
          send(async () => {
            const { codes } = await call(factorsApi.makeSheet, { body: { size: RECOVERY_CODES } })
            onMade(codes)
          })
        }
      />
    </>
  )
}
