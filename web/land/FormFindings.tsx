import { Stack } from '@mantine/core'
import type { FormLayerResult } from '../../shared/land/form-findings.ts'
import { type Consent, layerFindingWords, notComparedWords } from '../../shared/land/land-states.ts'
import { CONSENT_WORDS } from '../../shared/land/land-words.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { Notice } from '../ui/Notice.tsx'

const Sentences = ({ of }: { of: readonly string[] }) => (
  <ul className="bullets">
    {of.map((sentence, index) => (
      <li key={`${index} ${sentence}`}>{sentence}</li>
    ))}
  </ul>
)

/** the findings that are read at once; the others are folded */
const FIRST = 8

type Land = { land: readonly FormLayerResult[] | undefined; consent?: Consent | undefined }

/** What an uploaded boundary takes in of the layers of land. */
export function FormFindings({ land = [], consent }: Land) {
  const found = land.flatMap((layer) => layerFindingWords(layer, layer.findings))
  const more = land.flatMap(({ findings, reason }) =>
    findings.length > 0 && reason !== null ? [reason] : [],
  )
  if (found.length === 0) return null
  return (
    <Stack gap="md" mt="md">
      <Notice tone="warning" title="Found on this land:" live>
        <Sentences of={found.slice(0, FIRST)} />
        {found.length > FIRST ? (
          <details>
            <summary>{`${formatCount(found.length - FIRST)} more`}</summary>
            <Sentences of={found.slice(FIRST)} />
          </details>
        ) : null}
        {more.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {consent === 'missing' ? <p>{CONSENT_WORDS.missing}</p> : null}
        <p>Your office explains this on the profile once it is saved. It does not stop the profile.</p>
      </Notice>
    </Stack>
  )
}

/** The layers that an uploaded boundary was not compared with, and why, and those where nothing was found. */
export function FormLandChecks({ land = [] }: Land) {
  const unknown = land.map(notComparedWords).filter((words) => words !== null)
  const nothing = land.filter(({ state }) => state === 'nothing')
  if (unknown.length + nothing.length === 0) return null
  return (
    <Stack gap="md" mt="md">
      {unknown.length > 0 ? (
        <Notice title="Land not checked:">
          <Sentences of={unknown} />
        </Notice>
      ) : null}
      {nothing.length > 0 ? (
        <Notice tone="success" title="Land checked, nothing found:">
          <Sentences of={nothing.map(({ name, according_to }) => `${name}, according to ${according_to}`)} />
        </Notice>
      ) : null}
    </Stack>
  )
}
