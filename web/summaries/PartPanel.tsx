import { useEffect, useRef } from 'react'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { TypedElsewhere } from './comments/TypedElsewhere.tsx'
import { DocumentView } from './DocumentView.tsx'
import { GapList } from './GapList.tsx'
import { commentedIn, gapsOfPart, type Part } from './parts.ts'
import { SafeguardEditor } from './SafeguardEditor.tsx'
import { SectionField } from './SectionField.tsx'
import styles from './Summary.module.css'
import type { SummaryTexts } from './useSummaryTexts.ts'

type PartPanelProps = {
  part: Part
  summary: Summary
  texts: SummaryTexts
  /** the person has navigated to this part, so its title takes the focus */
  isArrived: boolean
}

function Content({ part, summary: shown, texts }: PartPanelProps) {
  const { summary, document } = shown
  if (part.kind === 'preview') return <DocumentView document={document} isDraft />
  if (part.kind === 'safeguard')
    return <SafeguardEditor summary={shown} safeguard={part.safeguard} texts={texts} />
  return (
    <SectionField
      summary_id={summary.id}
      section={part.section}
      texts={texts}
      annex={document.annex}
      scope={document}
    />
  )
}

/** The part that is being edited, under its title and gaps. */
export function PartPanel(props: PartPanelProps) {
  const { part, summary: shown, isArrived } = props
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isArrived) title.current?.focus()
  }, [isArrived])
  return (
    <section className={styles.panel} aria-labelledby="part-title">
      <h2 id="part-title" ref={title} tabIndex={-1}>
        {part.title}
      </h2>
      <GapList gaps={gapsOfPart(shown.gaps, part)} />
      <TypedElsewhere sections={commentedIn(part)} />
      <Content {...props} />
    </section>
  )
}
