import text from './common-passwords.txt?raw'

let made: ReadonlySet<string> | null = null

/** The most used passwords, words and first names, in small letters; the file begins with where they are from. */
export function commonPasswords(): ReadonlySet<string> {
  made ??= new Set(
    text
      .slice(text.indexOf('\n--\n') + 4)
      .split(/\r?\n/)
      .filter(Boolean),
  )
  return made
}
