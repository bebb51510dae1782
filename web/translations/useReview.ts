import { plural } from '../../shared/lib/format.ts'
import { partWords } from '../../shared/translations/part-words.ts'
import { type TextPart, translationsApi } from '../../shared/translations/translations.schema.ts'
import { ApiError } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import type { Ticks } from './useTicks.ts'
import { savedWords } from './text-words.ts'

const MEANING =
  'They count as reviewed by you in the words shown here. A page whose texts are all reviewed no longer says that its translation is unofficial.'

/** Marks the ticked texts or a whole part as reviewed, or takes it back, after a question that names the number. */
export function useReview(language: string, ticks: Ticks) {
  const { busy, run } = useAction()
  const texts = useChange(translationsApi.review)
  const part = useChange(translationsApi.reviewPart)
  const params = { language }

  /** A text that was saved in between is ticked again only once it has been seen. */
  const untickSaved = (error: unknown): never => {
    if (error instanceof ApiError && error.why === 'conflict') ticks.clear()
    throw error
  }

  const reviewTicked = async (reviewed: boolean) => {
    const count = plural(ticks.count, 'text')
    const answer = await confirm(
      reviewed
        ? { title: `Mark ${count} as reviewed?`, message: MEANING, confirmLabel: `Mark ${count} as reviewed` }
        : {
            title: `Take the review of ${count} back?`,
            message:
              'Pages that show them say that their translation is unofficial. The texts stay as they are.',
            confirmLabel: 'Take the review back',
          },
    )
    if (!answer) return
    const body = { reviewed, texts: ticks.texts }
    const done = await run((form_key) => texts.mutateAsync({ params, body, form_key }).catch(untickSaved))
    if (!done) return
    ticks.clear()
    const said = savedWords(done)
    notifyDone(reviewed ? `${said} marked as reviewed.` : `The review of ${said} was taken back.`)
  }

  const reviewWhole = async (of: TextPart) => {
    const count = plural(of.texts - of.reviewed, 'text')
    const answer = await confirm({
      title: `Mark ${count} of “${partWords(of.part)}” as reviewed?`,
      message: `These are all texts of this part that are not reviewed yet, also those on other pages of this list. ${MEANING}`,
      confirmLabel: `Mark ${count} as reviewed`,
    })
    if (!answer) return
    const body = { part: of.part, seen: of.seen }
    const done = await run((form_key) => part.mutateAsync({ params, body, form_key }))
    if (!done) return
    ticks.clear()
    notifyDone(`${savedWords(done)} marked as reviewed.`)
  }

  return { busy, reviewTicked, reviewWhole }
}
