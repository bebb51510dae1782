import { useEffect, useState } from 'react'
import type { Section } from '../../shared/summaries/sections.ts'
import { failureMessage, isUnanswered } from '../lib/failures.ts'
import { useFormKey } from '../lib/form-key.ts'
import { useOnce } from '../ui/useOnce.ts'
import { useSend } from '../ui/useSend.ts'
import { useWriteText } from './summaries.calls.ts'
import type { SummaryTexts } from './useSummaryTexts.ts'
import { ApiError } from '../lib/call.ts'
import { useHasChanged } from '../lib/useHasChanged.ts'

type SaveText = { summary_id: number; section: Section; texts: SummaryTexts }

/** Saves one part. An error is shown under its field, and the typed text stays. */
export function useSaveText({ summary_id, section, texts }: SaveText) {
  const key = useFormKey()
  const { busy, send } = useSend(key, { covers: false })
  const { mutateAsync: write } = useWriteText(summary_id)
  const [problem, setProblem] = useState<string | null>(null)
  const { value } = texts.stateOf(section)
  // a changed text is a new form, without an error yet
  if (useHasChanged(value)) setProblem(null)
  useEffect(() => key.renew(), [key, value])

  const save = useOnce(async (written_at: string | null) => {
    setProblem(null)
    try {
      const written = await send((form_key) => write({ section, written_at, text: value, form_key }))
      texts.saved(section, value, written)
    } catch (error) {
      if (isUnanswered(error)) texts.unanswered(section, value)
      // on text_changed the other user's text is refetched and shown beside this one
      if (!(error instanceof ApiError && error.code === 'text_changed')) setProblem(failureMessage(error))
    }
  })

  return { busy, problem, save }
}
