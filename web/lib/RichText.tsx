import { Fragment, type ReactNode } from 'react'
import type { TextKey } from '../../shared/texts/en.ts'
import { partsOf } from '../../shared/texts/translate.ts'
import { useTexts } from './texts.tsx'

type RichTextProps = { of: TextKey; values: Record<string, ReactNode> }

/** A text of which some arguments are elements, such as a link within its sentence. */
export function RichText({ of, values }: RichTextProps) {
  const { language } = useTexts()
  return partsOf(language.texts[of] ?? of).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
    <Fragment key={index}>{index % 2 === 1 ? values[part] : part}</Fragment>
  ))
}
