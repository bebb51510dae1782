import type { TextKey, EN } from './en.ts'

/* Messages of a language by key, in ICU syntax with plain arguments only (decision 35): `{day}` is the day. */

/** Messages by key: all of a language, or those that a page needs. */
export type Texts = Readonly<Record<string, string>>

type ArgumentsIn<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ArgumentsIn<Rest>
  : never
/** The names of the arguments of a message, or of several messages. */
export type ArgumentsOf<Key extends TextKey> = ArgumentsIn<(typeof EN)[Key]>

/** Keys of messages without arguments. */
export type PlainKey = { [Key in TextKey]: [ArgumentsOf<Key>] extends [never] ? Key : never }[TextKey]

/** Keys of messages whose only argument is `count`. */
export type CountKey = {
  [Key in TextKey]: ArgumentsOf<Key> extends infer Names
    ? [Names] extends ['count']
      ? [Names] extends [never]
        ? never
        : Key
      : never
    : never
}[TextKey]

type Values<Key extends TextKey> = [ArgumentsOf<Key>] extends [never]
  ? []
  : [values: Record<ArgumentsOf<Key>, string | number>]

/** Returns the text of a key with its arguments filled in. */
export type Translate = <Key extends TextKey>(key: Key, ...values: Values<Key>) => string

/** The header in which a page that is not in English names its language to the calls, whose refusals it shows. */
export const PAGE_LANGUAGE = 'x-page-language'

const ARGUMENT = /\{(\w+)\}/g

/** The message in its parts: texts, and the names of its arguments at odd places. */
export const partsOf = (message: string): string[] => message.split(ARGUMENT)

/** Returns the translator of a language; a text that is missing shows its key. */
export const translator =
  (texts: Texts): Translate =>
  (key, ...[values]) =>
    (texts[key] ?? key).replace(ARGUMENT, (mark, name: string) =>
      String((values as Record<string, string | number> | undefined)?.[name] ?? mark),
    )

/**
 * What the message of a schema says: the text of its key, where it `satisfies PlainKey`, since one schema checks for readers
 * of every language; else the sentence that it is.
 */
export const messageIn = (t: Translate, message: string): string => t(message as PlainKey)
