import type { IdentityMeans } from '../../shared/lib/refusals.ts'
import type { PlainKey } from '../../shared/texts/translate.ts'
import { useTexts } from '../lib/texts.tsx'
import { CodeInput } from './CodeInput.tsx'
import { IdentityDialog } from './IdentityDialog.tsx'
import type { IdentityProps } from './IdentityGate.tsx'

const WHY = {
  password: 'my_sign_in.proof_password',
  factor: 'my_sign_in.proof_factor',
  both: 'my_sign_in.proof_both',
} as const satisfies Record<IdentityMeans, PlainKey>

/** The question before a person changes how they log in. */
export function AskIdentity(asked: IdentityProps) {
  const { t } = useTexts()
  return (
    <IdentityDialog
      {...asked}
      title={t('my_sign_in.proof_title')}
      codeInput={(input) => (
        <CodeInput label={t('sign_in.code')} help={t('my_sign_in.proof_code_help')} {...input} />
      )}
    >
      <p>{t(WHY[asked.question.means])}</p>
    </IdentityDialog>
  )
}
