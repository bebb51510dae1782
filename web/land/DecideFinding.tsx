import { Button } from '@mantine/core'
import { FINDING_TEXT } from '../../shared/land/findings.fields.ts'
import { type Finding, landApi } from '../../shared/land/findings.schema.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import type { Reviewed } from '../../shared/review/review.policy.ts'
import { canDecideFinding } from '../../shared/sites/site-land.policy.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionName } from '../ui/ActionName.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import { useFindingChange } from './land.calls.ts'

const TO_DO = { label: 'What is to be done', min: 1, max: FINDING_TEXT } as const

type DecideFindingProps = { site: Reviewed & { id: number }; finding: Finding }

/** The decision on a finding of an approved profile, for the level whose turn it is. */
export function DecideFinding({ site, finding }: DecideFindingProps) {
  const save = useFindingChange(site.id)
  const { busy, run } = useAction()
  const { id: finding_id, since } = finding
  const { data } = useRead(sitesApi.show, { params: { id: site.id } })
  const isOnlyApprover = data?.only_approver ?? false
  if (!canDecideFinding(useActor(), site, finding, isOnlyApprover).ok) return null
  const name = featureWords(finding)
  const decide = async (decision: 'accept' | 'return') => {
    const answer = await confirm(
      decision === 'accept'
        ? { title: `Accept ${name}?`, message: 'You accept it under your name.', confirmLabel: 'Accept' }
        : {
            title: `Return ${name} to its office?`,
            message: 'The office explains it again.',
            confirmLabel: 'Return',
            reason: TO_DO,
          },
    )
    if (!answer) return
    const body = { since, decision, text: answer.reason ?? null }
    const params = { id: site.id, finding_id }
    if (await run((form_key) => save(call(landApi.decide, { params, body, form_key }))))
      notifyDone(decision === 'accept' ? `${name} was accepted.` : `${name} was returned.`)
  }
  return (
    <>
      <Button size="sm" disabled={busy} onClick={() => void decide('accept')}>
        <ActionName action="Accept" name={name} />
      </Button>
      <Button size="sm" variant="default" disabled={busy} onClick={() => void decide('return')}>
        <ActionName action="Return" name={`${name} to its office`} />
      </Button>
    </>
  )
}
