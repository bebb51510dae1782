import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import { crosswalkDifference, crosswalkWords } from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk, CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { frameworkWords } from '../../shared/summaries/frameworks.ts'
import { Loading } from '../ui/Loading.tsx'
import styles from './Crosswalk.module.css'
import { crosswalkVersionRead } from './crosswalk.calls.ts'

/** What a line says, as three texts that are compared by themselves. */
const wordsOf = (line: CrosswalkLine): string[] => [
  crosswalkWords(line),
  line.why,
  frameworkWords(line.frameworks) || 'no other frameworks',
]

/** What differs between a version and the one before it, principle by principle. */
function Differences({ crosswalk: { version, lines } }: { crosswalk: Crosswalk }) {
  const { data: before, error, refetch } = useQuery(crosswalkVersionRead(version - 1))
  if (!before) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <ul className={styles.differences} aria-label={`What version ${version} changed`}>
      {crosswalkDifference(before.lines, lines).map(({ principle_number, before: was, after: is }) => (
        <li key={principle_number}>
          <strong>
            {principle_number}. {PRINCIPLE_SHORT_TITLES[principle_number as PrincipleNumber]}
          </strong>
          {wordsOf(was).map((old, at) => {
            const now = wordsOf(is)[at]
            return old === now ? null : (
              <p key={at}>
                <del>{old}</del> <ins>{now}</ins>
              </p>
            )
          })}
        </li>
      ))}
    </ul>
  )
}

/** The differences from the version before, on request; the first version has none. */
export function CrosswalkDifferences({ crosswalk }: { crosswalk: Crosswalk }) {
  const [isShown, setShown] = useState(false)
  const { version } = crosswalk
  if (version === 1) return null
  return (
    <div>
      <Button variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide what changed' : `What changed since version ${version - 1}`}
      </Button>
      {isShown ? <Differences crosswalk={crosswalk} /> : null}
    </div>
  )
}
