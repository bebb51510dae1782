import { Group, Stack } from '@mantine/core'
import { presentParagraph } from '../../../shared/summaries/comments.rules.ts'
import { typedParagraphs, writtenParagraphs } from '../../../shared/summaries/references.ts'
import { SECTION_TITLES, type Section } from '../../../shared/summaries/sections.ts'
import { fragmentWords, type Numbers, numbersOf } from '../../../shared/summaries/document-words.ts'
import type { Paragraph } from '../../../shared/summaries/summary-document.ts'
import { ThreadText } from '../../threads/Thread.tsx'
import { NewComment } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import { useComments } from './comments-context.tsx'
import styles from './Comments.module.css'

/** A paragraph as a reader of the document sees it, with the numbers in it. */
function Words({ paragraph, numbers }: { paragraph: Paragraph; numbers: Numbers }) {
  return (
    <ThreadText>
      {paragraph.map((piece, at) => {
        const Tag = 'missing' in piece ? 'mark' : 'ref' in piece ? 'strong' : 'span'
        return <Tag key={at}>{fragmentWords(numbers, piece)}</Tag>
      })}
    </ThreadText>
  )
}

/** A written part to read, its paragraphs numbered, each with its comments and the form for a new one. */
export function CommentedText({ section }: { section: Section }) {
  const { shown, comments, isOpen } = useComments()
  const { annex } = shown.document
  const numbers = numbersOf(shown.document)
  const stored = shown.texts.find((text) => text.section === section)
  const text = stored?.text ?? ''
  const typed = typedParagraphs(text)
  const refs = new Map(annex.map(({ key, ref }) => [key, ref]))
  const own = comments.filter((comment) => comment.section === section)
  const isAt = (number: number | null) => own.filter((comment) => presentParagraph(typed, comment) === number)
  const title = SECTION_TITLES[section]
  return (
    <Stack gap={8} align="start">
      {typed.length === 0 ? <p className="quiet">Nothing is written here yet.</p> : null}
      <ol className={styles.paragraphs}>
        {writtenParagraphs(text, (key) => refs.get(key)).map((paragraph, at) => (
          <li key={at}>
            <Stack gap={8} align="start">
              <Words paragraph={paragraph} numbers={numbers} />
              <CommentList comments={isAt(at + 1)} label={`paragraph ${at + 1} of ${title}`} />
              <NewComment
                section={section}
                paragraph={{ number: at + 1, words: typed[at] ?? '' }}
                name={`on paragraph ${at + 1} of ${title}`}
              />
            </Stack>
          </li>
        ))}
      </ol>
      <CommentList comments={isAt(null)} label={title} isPlaced={false} />
      {isOpen ? (
        <Group gap={8} align="baseline" w="100%">
          <span className="quiet">On the whole part:</span>
          <NewComment section={section} paragraph={null} name={`on the whole of ${title}`} />
        </Group>
      ) : null}
    </Stack>
  )
}
