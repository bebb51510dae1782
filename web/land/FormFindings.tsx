import { Stack } from '@mantine/core'
import type { FormLayerResult } from '../../shared/land/form-findings.ts'
import { layerFindingWords, notComparedWords, uncoveredKinds } from '../../shared/land/land-states.ts'
import { consentComplaints, nothingFoundWords } from '../../shared/land/land-words.ts'
import { FoldedList } from '../ui/FoldedList.tsx'
import { Notice } from '../ui/Notice.tsx'

type Land = {
  land: readonly FormLayerResult[] | undefined
  /** how many findings are read at once; the others are folded */
  first?: number | undefined
}

/** What an uploaded boundary takes in of the layers of land. */
export function FormFindings({ land = [], first = 8 }: Land) {
  const found = land.flatMap((layer) => layerFindingWords(layer, layer.findings))
  const more = land.flatMap(({ findings, reason }) =>
    findings.length > 0 && reason !== null ? [reason] : [],
  )
  if (found.length === 0) return null
  return (
    <Notice tone="warning" title="Found on this land:" live>
      <FoldedList lines={found} first={first} />
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {consentComplaints(land).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>Your office explains this on the profile once it is saved. It does not stop the profile.</p>
    </Notice>
  )
}

/** The layers that an uploaded boundary was not compared with, and why, and those where nothing was found. */
export function FormLandChecks({ land = [] }: Land) {
  const uncovered = uncoveredKinds(land)
  const unknown = land
    .filter(({ kind, state }) => state !== 'not_covered' || uncovered.includes(kind))
    .map(notComparedWords)
    .filter((words) => words !== null)
  const nothing = land.filter(({ state }) => state === 'nothing')
  if (unknown.length + nothing.length === 0) return null
  return (
    <Stack gap="md" mt="md">
      {unknown.length > 0 ? (
        <Notice title="Land not checked:">
          <FoldedList lines={unknown} />
        </Notice>
      ) : null}
      {nothing.length > 0 ? (
        <Notice tone="success" title="Land checked">
          <p>{nothingFoundWords(nothing)}</p>
        </Notice>
      ) : null}
    </Stack>
  )
}
