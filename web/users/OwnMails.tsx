import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { MAIL_CHOICE_WORDS, MAIL_CHOICES, type MailChoice } from '../../shared/users/mail-choice.ts'
import { toMessage } from '../lib/call.ts'
import { notifyDone, notifyFailure } from '../ui/notify.ts'
import { useOnce } from '../ui/useOnce.ts'
import { useChooseMails, useOwnMails } from './users.calls.ts'
import styles from './users.module.css'

const BUREAU = ''

/** Lets the signed-in person choose mails about records; password mails are always sent (S-117). */
export function OwnMails() {
  const { data } = useOwnMails()
  const choose = useChooseMails()
  const [picked, setPicked] = useState<string | null>(null)
  const stored = data?.mail_choice ?? BUREAU
  const value = picked ?? stored

  const save = useOnce(async () => {
    try {
      await choose.mutateAsync({
        mail_choice: value === BUREAU ? null : (value as MailChoice),
        was: data?.mail_choice ?? null,
      })
      setPicked(null)
      notifyDone('Your choice of mails is saved.')
    } catch (error) {
      notifyFailure(toMessage(error))
    }
  })
  if (!data) return null
  return (
    <div className={styles.mails}>
      <NativeSelect
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
      {/* never disabled: a disabled button would lose the keyboard focus */}
      <Button variant="default" onClick={() => void save()}>
        Save mails
      </Button>
    </div>
  )
}
