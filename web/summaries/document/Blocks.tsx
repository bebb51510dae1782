import { type Numbers, tableName } from '../../../shared/summaries/document-words.ts'
import { type Block, tableId } from '../../../shared/summaries/layout.ts'
import { Citations } from './Citations.tsx'
import styles from './document.module.css'
import { Paragraphs, Pieced, WrittenPart } from './Paragraphs.tsx'
import { DocumentTable, FrameworksTable } from './Tables.tsx'

/** What the blocks of a document are rendered with; `level` is that of their titles. */
type Context = { numbers: Numbers; data_of: string; level: 'h3' | 'h4' }

function BlockOf({ of, numbers, data_of, level: Title }: Context & { of: Block }) {
  switch (of.kind) {
    case 'paragraph':
      return <Paragraphs paragraphs={[of.paragraph]} numbers={numbers} />
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          {of.words}
          <footer>{of.source}</footer>
        </blockquote>
      )
    case 'title':
      return <Title>{of.title}</Title>
    case 'terms':
      return (
        <dl className={styles.terms}>
          {of.terms.map(({ term, meaning }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <Pieced of={meaning} numbers={numbers} />
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'written':
      return <WrittenPart of={of.written} data_of={data_of} numbers={numbers} level={Title} />
    case 'table': {
      const { number, caption, columns, rows } = of.table
      const named = { caption: `${tableName(number)}. ${caption}`, columns, rows }
      return (
        <div id={tableId(number)}>
          <DocumentTable of={named} numbers={numbers} />
        </div>
      )
    }
    case 'citations':
      return <Citations statements={of.citations} />
    case 'frameworks':
      return <FrameworksTable caption={of.caption} table={of.table} />
  }
}

/** The blocks of a chapter or part, in order. */
export const Blocks = ({ of, ...context }: Context & { of: readonly Block[] }) =>
  of.map((block, at) => <BlockOf key={at} of={block} {...context} />)
