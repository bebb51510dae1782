import { Button } from '@mantine/core'
import { useTexts } from '../lib/texts.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useWork } from '../ui/useWork.ts'

type Props = {
  /** where several buttons of the page read alike */
  name?: string
  title: string
  message: string
  change: () => Promise<unknown>
  children: string
}

/** Changes what cannot be undone, after a question; says under it why it failed. */
export function ChangeButton({ name, title, message, change, children }: Props) {
  const { t } = useTexts()
  const { busy, general, run } = useWork()
  const ask = async () => {
    const answer = await confirm({
      title,
      message,
      confirmLabel: children,
      cancelLabel: t('kit.cancel'),
      danger: true,
    })
    if (answer) run(change)
  }
  return (
    <>
      <Button variant="default" aria-label={name} loading={busy} onClick={() => void ask()}>
        {children}
      </Button>
      <Failure sentence={general} />
    </>
  )
}
