import type { Texts } from '../../shared/texts/translate.ts'

/*
 * Texts that a language does not have are shown in English. Where one is all that an element says, the element is marked
 * as English, so that a screen reader speaks it as that. The two signs are in no text.
 */

const BEGIN = '\uE000'
const END = '\uE001'
const WHOLE_ELEMENT = new RegExp(`<([a-z][a-z0-9]*)((?: [^<>]*)?)>${BEGIN}([^<${BEGIN}${END}]*)${END}</`, 'g')
const SIGNS = new RegExp(`[${BEGIN}${END}]`, 'g')

/** The texts of a language, with signs around those of these keys. */
export const withSigns = (texts: Texts, keys: readonly string[]): Texts => ({
  ...texts,
  ...Object.fromEntries(keys.map((key) => [key, `${BEGIN}${texts[key]}${END}`])),
})

/** The HTML without these signs; an element with a text between them alone has `lang="en"`. */
export const markedEnglish = (html: string): string =>
  html
    .replace(WHOLE_ELEMENT, (_, name: string, attributes: string, text: string) =>
      / lang=/.test(attributes)
        ? `<${name}${attributes}>${text}</`
        : `<${name}${attributes} lang="en">${text}</`,
    )
    .replace(SIGNS, '')
