import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import type { Finding, LandReport } from '../../shared/land/findings.schema.ts'
import { findingWords, kindNames } from '../../shared/land/land-states.ts'
import { consentComplaints, requestWords } from '../../shared/land/land-words.ts'
import {
  acceptancesOf,
  explanationOf,
  type PlacedFinding,
  uncheckedLayers,
} from '../../shared/land/open-findings.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { formatList, plural } from '../../shared/lib/format.ts'

/** from this many open findings of one layer on, they can be ticked together */
const MANY = 6

/** What the office and the bodies that were asked have said of a finding. */
function saidOf(finding: Finding): string[] {
  const explanation = explanationOf(finding)
  const { by, at, text, file } = explanation ?? {}
  return [
    explanation
      ? `Explained by ${by}, ${formatDate(at)}: ${text ?? 'the words were erased.'}${file ? ` (${file.name})` : ''}`
      : 'The office has not explained it.',
    ...finding.requests.map(requestWords),
    ...acceptancesOf(finding).map(
      ({ by: name, level, at: day }) => `Accepted by ${name}, ${level}, ${formatDate(day)}.`,
    ),
  ]
}

type LandQuestionProps = {
  land: LandReport
  open: readonly PlacedFinding<Finding>[]
  ticked: readonly AcceptedFinding[]
  onTick: (ticked: AcceptedFinding[]) => void
}

/** What an approval accepts on the land: each open finding by name, and what is not known. */
export function LandQuestion({ land, open, ticked: before, onTick }: LandQuestionProps) {
  const [ticked, setTicked] = useState(before)
  const change = (now: AcceptedFinding[]) => {
    setTicked(now)
    onTick(now)
  }
  const { not_covered, not_checked, failed } = uncheckedLayers(land)
  const layers = land.layers
    .map((layer) => ({
      layer,
      findings: open.filter((one) => one.layer === layer).map((one) => one.finding),
    }))
    .filter(({ findings }) => findings.length > 0)
  const isTicked = ({ id }: Finding) => ticked.some((one) => one.id === id)
  const seen = ({ id, since }: Finding): AcceptedFinding => ({ id, since })
  return (
    <section aria-label="Land" className="list">
      {consentComplaints(land.layers).map((sentence) => (
        <p key={sentence}>
          <strong>{sentence}</strong>
        </p>
      ))}
      {not_covered.length > 0 ? <p>No layer of land covers this place: {kindNames(not_covered)}.</p> : null}
      {not_checked.length > 0 ? <p>Not compared with: {formatList(not_checked)}.</p> : null}
      {failed.length > 0 ? <p>The comparison failed with: {formatList(failed)}.</p> : null}
      {layers.length > 0 ? <p>Tick each finding that you accept under your name:</p> : null}
      {layers.map(({ layer, findings }) => {
        const missing = findings.filter((finding) => !isTicked(finding))
        return (
          <Stack key={layer.layer_id} gap="xs" role="group" aria-label={layer.name}>
            <strong>{layer.name}</strong>
            {findings.map((finding) => (
              <Checkbox
                key={finding.id}
                label={findingWords(finding, layer.according_to)}
                description={
                  <Stack component="span" gap={4} className="as-written">
                    {saidOf(finding).map((sentence) => (
                      <span key={sentence}>{sentence}</span>
                    ))}
                  </Stack>
                }
                checked={isTicked(finding)}
                onChange={({ currentTarget }) =>
                  change(
                    currentTarget.checked
                      ? [...ticked, seen(finding)]
                      : ticked.filter(({ id }) => id !== finding.id),
                  )
                }
              />
            ))}
            {missing.length >= MANY ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => change([...ticked, ...missing.map(seen)])}
              >
                Tick all {plural(missing.length, 'finding')} of this layer
              </Button>
            ) : null}
          </Stack>
        )
      })}
    </section>
  )
}
