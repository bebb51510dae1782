import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MAX_ROWS } from '../../shared/lib/paging.ts'
import type { Difference } from '../../shared/principles/batch-difference.ts'
import type { PrincipleInput } from '../../shared/principles/principles.fields.ts'
import { principlesApi, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { ApiError, call, firstFieldErrors, toMessage } from '../lib/call.ts'
import { isFailure, isUnanswered } from '../lib/failures.ts'
import type { FormKey } from '../lib/form-key.ts'
import { useChange } from '../lib/queries.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { useOnce } from '../ui/useOnce.ts'
import { useSend } from '../ui/useSend.ts'
import { hasPlace } from './criteria-form.ts'
import { foundPrinciple, principleQuery } from './principles.calls.ts'
import { SaveSummary } from './SaveSummary.tsx'

const FAILED = 'Site Principle Save Unsuccessful'
const TRY_AGAIN =
  'Saving the site principles was unsuccessful. Please try again. If the issue persists, contact your administrator.'

type CriteriaSave = {
  principle: SitePrinciple
  key: FormKey
  onRefused: (errors: Record<string, string>) => void
  onSaved: () => Promise<void>
  /** allows leaving the form without a question */
  release: () => void
}

/** Saves the form: shows the effects and asks, sends it and reports the result (001 §4, §8). */
export function useCriteriaSave({ principle, key, onRefused, onSaved, release }: CriteriaSave) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutateAsync } = useChange(principlesApi.save)
  const { busy, send: sendForm } = useSend(key)

  const ask = async (input: PrincipleInput, differences: Difference[]) => {
    const { principle_number } = input
    const query = { principle_number, open_only: 'true', length: MAX_ROWS }
    const { data: batches } = await call(principlesApi.batches, { query })
    return confirm({
      title: 'Save criterias & outcome indicators?',
      message: <SaveSummary current={principle.batch_number} batches={batches} differences={differences} />,
      confirmLabel: 'Save',
    })
  }

  /** Opens the form of the newest set, which offers the draft with the typed text. */
  const reload = async () => {
    const { principle_number } = principle
    const { id } = foundPrinciple(await call(principlesApi.search, { query: { principle_number } }))
    release()
    await navigate({
      to: '/sites/principle/edit/$principleId',
      params: { principleId: String(id) },
      replace: true,
    })
  }

  const fail = async (error: unknown) => {
    const message = toMessage(error)
    const isOvertaken = error instanceof ApiError && error.code === 'criteria_changed'
    if (isUnanswered(error)) return inform({ title: FAILED, message })
    if (isFailure(error)) return inform({ title: FAILED, message: TRY_AGAIN })
    if (!isOvertaken) return inform({ title: FAILED, message })
    await inform({ title: FAILED, message, button: 'Compare both' })
    await reload().catch(fail)
  }

  const send = async (input: PrincipleInput, differences: Difference[]) => {
    try {
      if (!(await ask(input, differences))) return
      const reply = await sendForm((form_key) => mutateAsync({ body: input, form_key }))
      const { sitePrinciple: saved } = reply
      // its page opens at once
      client.setQueryData(principleQuery(saved.id).queryKey, reply)
      void onSaved()
      release()
      await inform({
        title: 'Save Criterias & Outcome Indicators Successful',
        message: `Set ${saved.batch_number} is now in force. New SITES activities use it.`,
      })
      await navigate({ to: '/sites/principle/$principleId', params: { principleId: String(saved.id) } })
    } catch (error) {
      const errors = firstFieldErrors(error)
      const fields = Object.keys(errors)
      if (fields.length > 0 && fields.every(hasPlace)) return onRefused(errors)
      await fail(error)
    }
  }

  return { busy, save: useOnce(send) }
}
