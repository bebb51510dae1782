import { Button, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { MAIL_CHOICE_WORDS, MAIL_CHOICES, type MailChoice } from '../../shared/users/mail-choice.ts'
import { mailLanguageApi } from '../../shared/users/mail-language.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { toMessage } from '../lib/call.ts'
import { useChange, useRead } from '../lib/queries.ts'
import { notifyDone, notifyFailure } from '../ui/notify.ts'
import { useOnce } from '../ui/useOnce.ts'

const BUREAU = ''
const WIDTH = { w: '100%', maw: 480 } as const

/**
 * Lets the signed-in person choose mails about records, and the language of their mails; password mails are always sent
 * (S-117).
 */
export function OwnMails() {
  const { data } = useRead(usersApi.ownMails)
  const { data: own } = useRead(mailLanguageApi.own)
  const choose = useChange(usersApi.chooseMails)
  const chooseLanguage = useChange(mailLanguageApi.choose)
  const [picked, setPicked] = useState<string | null>(null)
  const [pickedLanguage, setPickedLanguage] = useState<string | null>(null)
  const stored = data?.mail_choice ?? BUREAU
  const value = picked ?? stored
  const language = pickedLanguage ?? own?.language

  const save = useOnce(async () => {
    const otherLanguage = language !== own?.language ? language : undefined
    try {
      if (otherLanguage)
        await chooseLanguage.mutateAsync({ body: { language: otherLanguage, was: own?.language } })
      setPickedLanguage(null)
      if (value !== stored || !otherLanguage)
        await choose.mutateAsync({
          body: {
            mail_choice: value === BUREAU ? null : (value as MailChoice),
            was: data?.mail_choice ?? null,
          },
        })
      setPicked(null)
      notifyDone('Your choice of mails is saved.')
    } catch (error) {
      notifyFailure(toMessage(error))
    }
  })
  if (!data || !own) return null
  return (
    <Stack gap="sm" align="flex-start" className="apart">
      <NativeSelect
        {...WIDTH}
        label="Mails about records"
        description="You get a mail at once when a record is returned to your office or finally approved, unless you choose no mails."
        value={value}
        data={[
          {
            value: BUREAU,
            label: `As the bureau has set it: ${MAIL_CHOICE_WORDS[data.bureau].toLowerCase()}`,
          },
          ...MAIL_CHOICES.map((choice) => ({ value: choice, label: MAIL_CHOICE_WORDS[choice] })),
        ]}
        onChange={(event) => setPicked(event.currentTarget.value)}
      />
      <NativeSelect
        {...WIDTH}
        label="Language of mails"
        description="Mails about records and your account are in this language. The pages for staff are in English."
        value={language}
        data={own.languages.map(({ code, name, unofficial }) => ({
          value: code,
          label: unofficial ? `${name} (unofficial translation)` : name,
        }))}
        onChange={(event) => setPickedLanguage(event.currentTarget.value)}
      />
      {/* never disabled: a disabled button would lose the keyboard focus */}
      <Button variant="default" onClick={() => void save()}>
        Save mails
      </Button>
    </Stack>
  )
}
