import { useNavigate } from '@tanstack/react-router'
import { crosswalkDifference } from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk, CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { CROSSWALK_CHANGED } from '../../shared/summaries/summaries.policy.ts'
import { ApiError, firstFieldErrors, toMessage } from '../lib/call.ts'
import { failureWords } from '../lib/fault.ts'
import type { FormKey } from '../lib/form-key.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { useOnce } from '../ui/useOnce.ts'
import { useSend } from '../ui/useSend.ts'
import { CrosswalkQuestion } from './CrosswalkQuestion.tsx'
import { findCrosswalk, useSaveCrosswalk } from './crosswalk.calls.ts'
import { hasPlace } from './crosswalk-form.ts'

const FAILED = 'Crosswalk not saved'

type CrosswalkSave = {
  crosswalk: Crosswalk
  key: FormKey
  /** what the server said under fields of the form */
  onRefused: (errors: Record<string, string>) => void
  /** the work is done */
  onSaved: () => Promise<void>
  /** the typed work is kept, and offered with the newest version */
  onOutdated: (newest: Crosswalk) => void
  /** opens the way out of the form */
  release: () => void
}

/** Saving the crosswalk: what changes, the question, the call, and what came of it. */
export function useCrosswalkSave(given: CrosswalkSave) {
  const { crosswalk, key, onRefused, onSaved, onOutdated, release } = given
  const { version } = crosswalk
  const { confirm, inform } = useDialogs()
  const navigate = useNavigate()
  const { mutateAsync } = useSaveCrosswalk()
  const { busy, send: sendForm, leave } = useSend(key)

  const fail = async (error: unknown): Promise<void> => {
    const isOvertaken = error instanceof ApiError && error.message === CROSSWALK_CHANGED
    if (!isOvertaken) return inform({ title: FAILED, message: failureWords(error) })
    await inform({ title: FAILED, message: toMessage(error), button: 'Compare both' })
    await findCrosswalk().then(onOutdated, fail)
  }

  const send = async (lines: CrosswalkLine[]) => {
    const differences = crosswalkDifference(crosswalk.lines, lines)
    const answer = await confirm({
      title: 'Save the crosswalk?',
      message: <CrosswalkQuestion version={version} differences={differences} />,
      confirmLabel: 'Save',
    })
    if (!answer) return
    try {
      const saved = await sendForm((form_key) => mutateAsync({ body: { version, lines }, form_key }))
      void onSaved()
      release()
      await inform({
        title: 'Crosswalk saved',
        message: `Version ${saved.version} is in use. Summaries that are frozen from now on are made with it.`,
      })
      await navigate({ to: '/summary/crosswalk', search: {} })
    } catch (error) {
      const errors = firstFieldErrors(error)
      const fields = Object.keys(errors)
      if (fields.length > 0 && fields.every(hasPlace)) return onRefused(errors)
      await fail(error)
    }
  }

  return { busy, leave, save: useOnce(send) }
}
