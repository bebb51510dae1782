import { factorsApi, RECOVERY_CODES } from '../../shared/factors/factors.schema.ts'
import { GeneralError } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import { BusyButton } from './BusyButton.tsx'
import { useSend } from './useSend.ts'

type Props = { replaces: boolean; onMade: (codes: string[]) => void }

/** Makes ten recovery codes; those of before stop working. */
export function NewRecoveryCodes({ replaces, onMade }: Props) {
  const { busy, general, send } = useSend()
  return (
    <>
      <p>
        {`You get ${RECOVERY_CODES} codes for the day when your phone or key is lost. They are shown once.`}
        {replaces && ' The codes that you have now stop working.'}
      </p>
      <GeneralError message={general} />
      <BusyButton
        label="Show new codes"
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
