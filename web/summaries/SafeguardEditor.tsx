import { numbersOf, paragraphWords } from '../../shared/summaries/document-words.ts'
import { OFFICIAL_WORDS, type Safeguard, SAFEGUARD_WORDING } from '../../shared/summaries/safeguards.ts'
import { addressedOf, descriptionOf } from '../../shared/summaries/sections.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import type { AnnexRow, Paragraph } from '../../shared/summaries/summary-document.ts'
import { PartComments } from './comments/PartComments.tsx'
import { SectionField } from './SectionField.tsx'
import { StatementPicker } from './StatementPicker.tsx'
import styles from './Summary.module.css'
import type { SummaryTexts } from './useSummaryTexts.ts'

type SafeguardPart = Summary['document']['safeguards'][number]

const named = (part: SafeguardPart, is_primary: boolean): string =>
  part.principles
    .filter((one) => one.is_primary === is_primary)
    .map(({ principle_number, short_title }) => `${principle_number} (${short_title})`)
    .join(', ')

/** "Answered by principle 3 (…), supported by 4 (…)." */
function answeredBy(part: SafeguardPart): string {
  const [primary, supporting] = [named(part, true), named(part, false)]
  return `Answered by principle ${primary || 'none'}${supporting ? `; supported by principle ${supporting}` : ''}.`
}

type RespectedProps = { paragraphs: readonly Paragraph[]; annex: AnnexRow[] }

/** How a safeguard is respected, computed from the records; only the preview of the whole document has the references. */
function Respected({ paragraphs, annex }: RespectedProps) {
  const numbers = numbersOf({ annex })
  return (
    <section className={styles.respected} aria-labelledby="respected-title">
      <h3 id="respected-title">How it is respected</h3>
      <p className="quiet">Computed from the approved records; it is not written by hand.</p>
      {paragraphs.map((paragraph, at) => (
        <p key={at}>{paragraphWords(numbers, paragraph)}</p>
      ))}
    </section>
  )
}

type SafeguardEditorProps = { summary: Summary; safeguard: Safeguard; texts: SummaryTexts }

/** One safeguard: what it means here, how it is addressed, and how it was respected. */
export function SafeguardEditor({ summary: shown, safeguard, texts }: SafeguardEditorProps) {
  const { summary, document } = shown
  const part = document.safeguards.find((one) => one.safeguard === safeguard)
  const field = { summary_id: summary.id, texts, annex: document.annex, scope: document }
  return (
    <>
      <p>{OFFICIAL_WORDS[safeguard]}</p>
      <p className={styles.wording}>
        {SAFEGUARD_WORDING[safeguard]}. {part ? <span className="quiet">{answeredBy(part)}</span> : null}
      </p>
      <SectionField {...field} section={descriptionOf(safeguard)} />
      <SectionField {...field} section={addressedOf(safeguard)} />
      {part ? <Respected paragraphs={part.respected.paragraphs} annex={document.annex} /> : null}
      <StatementPicker summary={summary} safeguard={safeguard} chosen={part?.statements.length ?? 0} />
      <PartComments section={safeguard} />
    </>
  )
}
