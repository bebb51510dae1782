import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { subjectWords, yearlyWords } from '../../shared/summaries/document-words.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import { SECTION_TITLES } from '../../shared/summaries/sections.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import {
  isSameNumber,
  numberChanges,
  type NumberChange,
  type PartChange,
  partChanges,
  type TextChangeKind,
} from '../../shared/summaries/summary-changes.ts'
import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import type { PreviousSummary } from '../../shared/summaries/summary-writing.schema.ts'
import { Loading } from '../ui/Loading.tsx'
import { LazyComparison } from './LazyComparison.tsx'
import styles from './Changes.module.css'
import { previousQuery } from './summaries.calls.ts'

const KINDS: Record<TextChangeKind, string> = {
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  same: 'The same',
}
const DIFFERENT = ['changed', 'added', 'removed'] as const

/** "3 texts changed, 1 added, 0 removed, 12 the same." */
const textWords = (parts: readonly PartChange[]): string => {
  const count = (kind: TextChangeKind) => parts.filter((part) => part.kind === kind).length
  return `${plural(count('changed'), 'text')} changed, ${count('added')} added, ${count('removed')} removed, ${count('same')} the same.`
}

function ChangedText({ part: { section, kind, old, new: now } }: { part: PartChange }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.kind}>{KINDS[kind]}</span> {SECTION_TITLES[section]}
        </summary>
        {isOpen ? <LazyComparison old={old} now={now} /> : null}
      </details>
    </li>
  )
}

function Texts({ parts }: { parts: readonly PartChange[] }) {
  const different = DIFFERENT.flatMap((kind) => parts.filter((part) => part.kind === kind))
  return (
    <section aria-labelledby="changed-texts" className={styles.block}>
      <h3 id="changed-texts">Texts</h3>
      <p>{textWords(parts)}</p>
      <ul className={styles.texts}>
        {different.map((part) => (
          <ChangedText key={part.section} part={part} />
        ))}
      </ul>
    </section>
  )
}

const ALL_REGIONS = ''

function Numbers({
  changes,
  year,
  before,
}: {
  changes: readonly NumberChange[]
  year: number
  before: number
}) {
  const [region, setRegion] = useState(ALL_REGIONS)
  const rowOf = ({ before: was, now }: NumberChange) => now ?? (was as AnnexRow)
  const regions = [...new Set(changes.flatMap((change) => rowOf(change).region ?? []))]
  const shown = changes.filter((change) => (rowOf(change).region ?? ALL_REGIONS) === region)
  const different = shown.filter((change) => !isSameNumber(change))
  return (
    <section aria-labelledby="changed-numbers" className={styles.block}>
      <h3 id="changed-numbers">Numbers of the annex</h3>
      <div className={styles.region}>
        <NativeSelect
          label="Region"
          value={region}
          data={[{ value: ALL_REGIONS, label: 'All regions covered' }, ...regions]}
          onChange={(event) => setRegion(event.currentTarget.value)}
        />
      </div>
      <p role="status">
        {plural(different.length, 'number')} of {formatCount(shown.length)} changed.
      </p>
      {different.length > 0 ? (
        <table className={styles.numbers}>
          <caption className="visually-hidden">Numbers that changed since the summary of {before}</caption>
          <thead>
            <tr>
              <th scope="col">What is counted</th>
              <th scope="col">{before}</th>
              <th scope="col">{year}</th>
            </tr>
          </thead>
          <tbody>
            {different.map((change) => {
              const { before: was, now } = change
              const row = rowOf(change)
              return (
                <tr key={`${row.key} ${now === null}`}>
                  <th scope="row">
                    {row.measure} <span className="quiet">{subjectWords(row)}</span>
                  </th>
                  <td>{was ? yearlyWords(was) : '–'}</td>
                  <td>{now ? yearlyWords(now) : '–'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}

function Compared({ shown, previous }: { shown: Summary; previous: PreviousSummary }) {
  const { summary, texts, document } = shown
  const parts = useMemo(() => partChanges(previous.texts, texts), [previous, texts])
  const numbers = useMemo(() => numberChanges(previous.annex, document.annex), [previous, document])
  return (
    <>
      <p>
        Compared with “{previous.title}”, frozen {formatDate(previous.frozen_at)}. Keys such as {'{{sites}}'}{' '}
        mean numbers of the annex.
      </p>
      <Texts parts={parts} />
      <Numbers changes={numbers} before={previous.year} year={summary.year} />
    </>
  )
}

/** What changed since the last frozen summary: texts added, changed and removed, and the numbers then and now. */
export function SummaryChanges({ shown }: { shown: Summary }) {
  const { data: previous, error, refetch } = useQuery(previousQuery(shown.summary.id))
  if (previous === undefined) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <section className={styles.changes} aria-labelledby="changes-title">
      <h2 id="changes-title">
        {previous ? `Changed since the summary of ${previous.year}` : 'No earlier summary'}
      </h2>
      {previous ? (
        <Compared shown={shown} previous={previous} />
      ) : (
        <p>No summary of this year or an earlier one was frozen before, so there is nothing to compare.</p>
      )}
    </section>
  )
}
