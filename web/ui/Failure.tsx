import { Notice } from './Notice.tsx'

/** Why a form or a button could not do its work, above or below it; announced at once. */
export const Failure = ({ sentence }: { sentence: string | null }) =>
  sentence === null ? null : (
    <Notice tone="danger" live>
      {sentence}
    </Notice>
  )
