import type { TextKey } from './en.ts'

const GRADES = ['very_compliant', 'somewhat_compliant', 'not_compliant', 'not_applicable'] as const
const PRINCIPLES = [1, 2, 3, 4, 5, 6, 7, 8] as const
const OF_CERTIFICATES = [
  'kind',
  'says',
  'valid',
  'changed',
  'invalid',
  'unchanged_why',
  'list_differs',
] as const
const OF_CHANGED_CERTIFICATES = ['newer_approval', 'left_list', 'deactivated', 'changed_value'] as const
const WITHDRAWN = [
  'withdrawn',
  'withdrawn_title',
  'withdrawn_on',
  'withdrawn_because',
  'withdrawn_means',
] as const

/**
 * The official words by kind: names and meanings of grades, names and subjects of principles, what a certificate certifies
 * and whether it is valid. The safeguards of the Cancun decision are in English alone.
 */
const kinds: readonly (readonly TextKey[])[] = [
  GRADES.map((grade) => `record.${grade}` as const),
  GRADES.map((grade) => `approved.${grade}_means` as const),
  PRINCIPLES.map((number) => `record.principle_${number}` as const),
  PRINCIPLES.map((number) => `site.principle_${number}` as const),
  [...OF_CERTIFICATES, ...OF_CHANGED_CERTIFICATES, ...WITHDRAWN].map(
    (name) => `certificates.${name}` as const,
  ),
]
export const OFFICIAL_KEYS: readonly string[] = kinds.flat()

/** Whether two people of FMB change the translation of this text, and its review. */
export const isOfficial = (key: string): boolean => OFFICIAL_KEYS.includes(key)

const wordForm = (text: string): string => text.trim().toLowerCase()

/** Returns the key of another official word of the same kind with this text, capitals aside; undefined where none has it. */
export const equalWord = (
  key: string,
  text: string,
  textOf: (other: string) => string | undefined,
): string | undefined =>
  kinds
    .find((keys) => keys.some((one) => one === key))
    ?.find((other) => other !== key && wordForm(textOf(other) ?? '') === wordForm(text))
