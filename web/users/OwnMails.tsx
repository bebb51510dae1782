import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { MAIL_CHOICE_WORDS, MAIL_CHOICES, type MailChoice } from '../../shared/users/mail-choice.ts'
import { toMessage } from '../lib/call.ts'
import { notifyDone, notifyFailure } from '../ui/notify.ts'
import { useChooseMails, useOwnMails } from './users.calls.ts'
import styles from './users.module.css'

const BUREAU = ''

/** Which mails about records the signed-in person gets; password mails come whatever is chosen (S-117). */
export function OwnMails() {
  const { data } = useOwnMails()
  const choose = useChooseMails()
  const [picked, setPicked] = useState<string | null>(null)
  if (!data) return null
  const kept = data.mail_choice ?? BUREAU
  const value = picked ?? kept

  const save = async () => {
    try {
      await choose.mutateAsync({ mail_choice: value === BUREAU ? null : (value as MailChoice) })
      setPicked(null)
      notifyDone('Your choice of mails is saved.')
    } catch (error) {
      notifyFailure(toMessage(error))
    }
  }
  return (
    <div className={styles.mails}>
      <NativeSelect
        label="Mails about records"
        description="What is returned to you or finally approved reaches you at once, unless you choose no mails."
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
      <Button
        variant="default"
        disabled={value === kept}
        loading={choose.isPending}
        onClick={() => void save()}
      >
        Save mails
      </Button>
    </div>
  )
}
