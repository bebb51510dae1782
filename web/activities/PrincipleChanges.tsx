import { Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { isChanged } from '../../shared/activities/activity-changes.ts'
import type {
  ActivityChangesReply,
  FactChange,
  PrincipleChanges,
} from '../../shared/activities/activity-changes.schema.ts'
import { spelledField } from '../../shared/activities/activity-spelling.ts'
import { indicatorNumbers } from '../../shared/activities/verification.ts'
import { formatFigure } from '../../shared/activities/facts.ts'
import { plural } from '../../shared/lib/format.ts'
import { Corrections } from '../review/spelling/Corrections.tsx'
import { WordComparison } from '../review/WordComparison.tsx'
import { FileChangeList, FileChangeRow } from '../review/FileChangeRow.tsx'
import { Panel } from '../ui/Panel.tsx'
import { changesQuery } from './activities.calls.ts'
import { evidenceWords } from './changes.ts'

type Rows = ActivityChangesReply['data']

/** The changes under a principle: its grade, its switches, and the number of changed files. */
export function PrincipleChangeFacts({ changes }: { changes: PrincipleChanges }) {
  const { grade, switches } = changes
  const evidence = evidenceWords(changes)
  return (
    <ul className="bullets">
      {grade ? (
        <li>
          Grade was <strong>{grade.old}</strong>, is now <strong>{grade.new}</strong>
        </li>
      ) : null}
      {switches.map(({ indicator, turned }) => (
        <li key={indicator}>
          Add MOV was turned {turned} for {indicator ? `indicator ${indicator}` : 'the principle'}
        </li>
      ))}
      {evidence ? <li>Evidence: {evidence}</li> : null}
    </ul>
  )
}

/** A changed text with removed and added words; a changed figure with both values. */
function FactRow({ indicator, figure, old, new: now }: FactChange) {
  return (
    <li>
      <strong>
        {figure ? `${figure.name} (${figure.unit})` : 'What happened'} {indicator}
      </strong>
      {figure ? (
        <p>
          <del>{old === null ? 'none' : formatFigure(old)}</del>{' '}
          <ins>{now === null ? 'none' : formatFigure(now)}</ins>
        </p>
      ) : (
        <WordComparison old={old ?? ''} now={now ?? ''} />
      )}
    </li>
  )
}

/** The changed texts and figures under a principle. */
export const PrincipleFacts = ({ facts }: { facts: FactChange[] }) =>
  facts.length === 0 ? null : (
    <ul className="list" aria-label="Texts and figures that changed">
      {facts.map((one) => (
        <FactRow key={`${one.indicator} ${one.figure?.name}`} {...one} />
      ))}
    </ul>
  )

/** The changed evidence under a principle, by indicator. */
export function PrincipleEvidence({ principle, rows }: { principle: SitePrinciple; rows: Rows }) {
  const titles = new Map(
    principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map((one) => [one.id, one.title])),
  )
  const indicators = [...new Set(rows.map((row) => row.sites_criteria_indicator_id))]
  return indicators.map((id) => {
    const mine = rows.filter((row) => row.sites_criteria_indicator_id === id)
    const number = mine[0]?.indicator ?? ''
    return (
      <Stack key={id} gap={8}>
        <p className="quiet breaks">
          <Box component="strong" c="var(--ink)">
            {number}
          </Box>{' '}
          {titles.get(id)}
        </p>
        <FileChangeList label={`Evidence that changed for ${number}`}>
          {mine.map((row) => (
            <FileChangeRow key={`${row.old?.id} ${row.new?.id}`} {...row} />
          ))}
        </FileChangeList>
      </Stack>
    )
  })
}

type PrincipleChangesPanelProps = { activity: SiteActivity; principle: SitePrinciple }

/** What changed under one principle since the last return, with at most `MAX_SHOWN` changed files. */
export const principleChangesQuery = (activity: SiteActivity, { principle_number }: SitePrinciple) =>
  changesQuery(activity, { round: null, page: 1, principle_number, length: MAX_SHOWN })

/** The changes under one principle since the last return, shown above its evidence. */
export function PrincipleChangesPanel({ activity, principle }: PrincipleChangesPanelProps) {
  const { principle_number } = principle
  const { data } = useQuery(principleChangesQuery(activity, principle))
  const changes = data?.principles.find((one) => one.principle_number === principle_number)
  if (!data || !changes) return null
  const fields = new Set([...indicatorNumbers(principle).keys()].map(spelledField))
  const corrections = (data.corrections ?? []).filter(({ field }) => fields.has(field))
  if (!isChanged(changes))
    return (
      <>
        <p className="muted">Nothing changed here since the last return.</p>
        <Corrections corrections={corrections} />
      </>
    )
  const left = data.filteredCount - data.data.length
  return (
    <Panel title="Changed since the last return">
      <div className="list">
        <PrincipleChangeFacts changes={changes} />
        <PrincipleFacts facts={changes.facts} />
        <PrincipleEvidence principle={principle} rows={data.data} />
        {left > 0 ? <p>{plural(left, 'more change')} on the page of the decision.</p> : null}
        <Corrections corrections={corrections} />
      </div>
    </Panel>
  )
}

/** the largest page of the call; the page of the decision shows further changes */
const MAX_SHOWN = 100
