import text from './common-passwords.txt?raw'

let made: ReadonlySet<string> | null = null

/** The most used passwords, words and first names, in lower case; the head of the file names its sources. */
export function commonPasswords(): ReadonlySet<string> {
  made ??= new Set(
    text
      .slice(text.indexOf('\n--\n') + 4)
      .split(/\r?\n/)
      .filter(Boolean),
  )
  return made
}
