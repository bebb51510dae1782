import type { TextKey } from './en.ts'

/**
 * The official words: what a translation of them says changes what a record is said to be, so two people change each, and
 * two of one kind are never equal. The safeguards of the Cancun decision are in English alone.
 */
const OFFICIAL_WORDS = {
  grade: [
    'record.very_compliant',
    'record.somewhat_compliant',
    'record.not_compliant',
    'record.not_applicable',
  ],
  meaning: [
    'approved.very_compliant_means',
    'approved.somewhat_compliant_means',
    'approved.not_compliant_means',
    'approved.not_applicable_means',
  ],
  principle: [
    'record.principle_1',
    'record.principle_2',
    'record.principle_3',
    'record.principle_4',
    'record.principle_5',
    'record.principle_6',
    'record.principle_7',
    'record.principle_8',
  ],
  subject: [
    'site.principle_1',
    'site.principle_2',
    'site.principle_3',
    'site.principle_4',
    'site.principle_5',
    'site.principle_6',
    'site.principle_7',
    'site.principle_8',
  ],
  certificate: [
    'certificates.kind',
    'certificates.says',
    'certificates.valid',
    'certificates.changed',
    'certificates.invalid',
    'certificates.unchanged_why',
    'certificates.list_differs',
    'certificates.newer_approval',
    'certificates.left_list',
    'certificates.deactivated',
    'certificates.changed_value',
  ],
} as const satisfies Record<string, readonly TextKey[]>

const kinds: readonly (readonly string[])[] = Object.values(OFFICIAL_WORDS)
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
    .find((keys) => keys.includes(key))
    ?.find((other) => other !== key && wordForm(textOf(other) ?? '') === wordForm(text))
