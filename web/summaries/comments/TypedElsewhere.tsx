import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CommentSection } from '../../../shared/summaries/comments.rules.ts'
import { ThreadText } from '../../threads/Thread.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { REVIEW } from '../views.ts'
import { useComments } from './comments-context.tsx'

import { targetsOf } from './targets.ts'

type TypedElsewhereProps = {
  /** what comments of this page are about */
  sections: readonly CommentSection[]
  /** this is the page that shows every text with its paragraphs */
  isReview?: boolean
}

/** Shows a typed comment whose form is on another page, or whose paragraph was changed since. */
export function TypedElsewhere({ sections, isReview = false }: TypedElsewhereProps) {
  const { shown, comments, typing, type } = useComments()
  if (!typing || typing.text.trim() === '') return null
  const here = targetsOf({ sections, comments, texts: isReview ? shown.texts : [] })
  if (here.includes(typing.target)) return null
  return (
    <Notice title="You have a comment that is not sent">
      {isReview ? (
        <p>What it is about was changed while you wrote. Copy what you still want to say.</p>
      ) : null}
      <ThreadText>{typing.text}</ThreadText>
      <Group gap={8} mt="sm">
        {isReview ? null : (
          <Link to="." search={{ part: REVIEW }}>
            Finish it in Read and comment
          </Link>
        )}
        <Button size="sm" variant="default" onClick={() => type(null)}>
          Discard it
        </Button>
      </Group>
    </Notice>
  )
}
