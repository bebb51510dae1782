import path from 'node:path'
import { z } from 'zod/mini'
import { SCREENS } from '../../shared/access/screens.ts'
import { formatList } from '../../shared/lib/format.ts'
import { EN, type TextKey } from '../../shared/texts/en.ts'
import { type Language, LANGUAGES, type Languages } from '../../shared/texts/languages.ts'
import {
  TRANSLATION_MAX,
  translationComplaint,
  translationForm,
} from '../../shared/translations/text-rules.ts'
import { foreseen } from './errors.ts'
import { isOtherEncoding, readTextFile } from './text-file.ts'

const LanguageFile = z.object({
  code: z.string().check(z.regex(/^[a-z]{2,3}$/)),
  name: z.string().check(z.minLength(2), z.maxLength(40)),
  texts: z.record(z.string(), z.string().check(z.maxLength(TRANSLATION_MAX))),
})
type LanguageFile = z.output<typeof LanguageFile>

/** first parts of addresses, which a language would hide */
const TAKEN = new Set([...Object.keys(LANGUAGES), ...SCREENS.map(({ path: at }) => at.split('/')[1])])

const isTextKey = (key: string): key is TextKey => Object.hasOwn(EN, key)

/** What keeps a language file from being used, or null. */
function faultOf({ code, texts }: LanguageFile): string | null {
  if (TAKEN.has(code)) return `has the code ${code}, which is taken`
  for (const [key, text] of Object.entries(texts)) {
    if (!isTextKey(key)) continue
    const complaint = translationComplaint(EN[key], text)
    if (complaint !== null) return `has a text for ${key} that cannot be used. ${complaint}`
  }
  return null
}

/** The texts of a file as those that FMB writes are stored, so that its table comes back as it went out. */
const storedForms = ({ texts }: LanguageFile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      isTextKey(key) ? [[key, translationForm(EN[key], text)]] : [],
    ),
  )

function read(file: string): LanguageFile {
  try {
    return z.parse(LanguageFile, JSON.parse(readTextFile(file)))
  } catch (error) {
    if (isOtherEncoding(error)) throw foreseen(`LANGUAGE_FILES names ${file}, which is not saved as UTF-8.`)
    throw foreseen(
      `LANGUAGE_FILES names ${file}, which is no JSON file with "code", "name" and "texts" of a language.`,
    )
  }
}

/** A warning of the texts of a file that this version does not have, which an older or newer one may have; or none. */
function unknownTexts(file: string, { texts }: LanguageFile): string[] {
  const unknown = Object.keys(texts).filter((key) => !isTextKey(key))
  if (unknown.length === 0) return []
  const what = unknown.length === 1 ? 'a text' : `${unknown.length} texts`
  return [
    `LANGUAGE_FILES names ${file}, which has ${what} that the product does not have, and does not use: ${formatList(unknown.slice(0, 10))}.`,
  ]
}

type LanguageSettings = { languages: Languages; warnings: string[] }

/**
 * The product's languages and those of the operator's files, with a warning for each file that has unknown texts; a text
 * that a file does not have is in English. Throws if a file cannot be used.
 */
export function withLanguageFiles(value: string): LanguageSettings {
  const all: Record<string, Language> = {}
  const warnings: string[] = []
  for (const one of value.split(',').map((name) => name.trim())) {
    if (one === '') continue
    const file = path.resolve(one)
    const language = read(file)
    const fault = Object.hasOwn(all, language.code)
      ? `has the code ${language.code}, which is taken`
      : faultOf(language)
    if (fault !== null)
      throw foreseen(`LANGUAGE_FILES names ${file}, which ${fault}${fault.endsWith('.') ? '' : '.'}`)
    const own = storedForms(language)
    const missing = new Set(Object.keys(EN).filter((key) => !Object.hasOwn(own, key)))
    all[language.code] = { name: language.name, texts: { ...EN, ...own }, missing }
    warnings.push(...unknownTexts(file, language))
  }
  return { languages: { ...all, ...LANGUAGES }, warnings }
}
