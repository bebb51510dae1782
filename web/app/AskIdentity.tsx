import { Box, UnstyledButton } from '@mantine/core'
import { type ReactNode, useContext, useMemo, useState } from 'react'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { SIGN_IN } from '../../shared/texts/en/sign-in.ts'
import { CodeInput, type CodeInputProps } from '../factors/CodeInput.tsx'
import { IdentityDialog } from '../factors/IdentityDialog.tsx'
import type { IdentityProps } from '../factors/IdentityGate.tsx'
import { useRead } from '../lib/queries.ts'
import { LanguageContext } from '../lib/texts.tsx'
import { identitySubject } from './identity-subject.ts'

const lastsFor = (count: number | null): string =>
  count === null
    ? 'You are not asked again for 15 minutes.'
    : `It counts once, for ${count === 1 ? 'this record' : `these ${plural(count, 'record')}`}.`

/** The field for a code: of the app, or of paper for a person without one, or who chooses it. */
function EitherCode(input: Omit<CodeInputProps, 'label' | 'help'>) {
  const mine = useRead(factorsApi.mine)
  const [isPaperChosen, setPaperChosen] = useState<boolean | null>(null)
  // a person without an app has codes on paper, which a keyboard of digits cannot type
  const isOnPaper = isPaperChosen ?? mine.data?.app === null
  return (
    <div>
      <CodeInput
        label="Code"
        help={
          isOnPaper
            ? 'An unused code of your sheet, such as 07-K3XF-9M2T.'
            : 'The 6 digits that your authenticator app shows now.'
        }
        isNumber={!isOnPaper}
        {...input}
      />
      <UnstyledButton
        mt={4}
        mih={24}
        fz="sm"
        td="underline"
        c="var(--leaf)"
        onClick={() => setPaperChosen(!isOnPaper)}
      >
        {isOnPaper ? 'Use the authenticator app' : 'Use a code on paper'}
      </UnstyledButton>
    </div>
  )
}

/** Brings the texts of sign-in, which no other screen of the staff shows. */
function WithSignInTexts({ children }: { children: ReactNode }) {
  const language = useContext(LanguageContext)
  const more = useMemo(() => ({ ...language, texts: { ...language.texts, ...SIGN_IN } }), [language])
  return <LanguageContext value={more}>{children}</LanguageContext>
}

/** The question before a decision of the staff that counts: it says which, and how long the answer holds. */
export const AskIdentity = (asked: IdentityProps) => (
  <WithSignInTexts>
    <IdentityDialog
      {...asked}
      title="Confirm that it is you"
      passwordHelp="Asked once after you log in."
      codeInput={(input) => <EitherCode {...input} />}
    >
      <Box component="p" fw={650}>
        {identitySubject(asked.question)}
      </Box>
      <p>{lastsFor(asked.question.count)}</p>
    </IdentityDialog>
  </WithSignInTexts>
)
