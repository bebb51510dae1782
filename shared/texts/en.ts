import { APPROVED } from './en/approved.ts'
import { CERTIFICATES } from './en/certificates.ts'
import { CHECKING } from './en/checking.ts'
import { COMMON } from './en/common.ts'
import { KIT } from './en/kit.ts'
import { LAND } from './en/land.ts'
import { LIST } from './en/list.ts'
import { MAILS } from './en/mails.ts'
import { MY_SIGN_IN } from './en/my-sign-in.ts'
import { OPEN_DATA } from './en/open-data.ts'
import { REFUSED } from './en/refused.ts'
import { PASSWORD } from './en/password.ts'
import { RECORD } from './en/record.ts'
import { SIGN_IN } from './en/sign-in.ts'
import { SITE } from './en/site.ts'
import { TROUBLE } from './en/trouble.ts'
import { SUMMARIES } from './en/summaries.ts'
import { WRONG } from './en/wrong.ts'

/**
 * The messages in English, the language that the others are translated from: `common.` for the frame and what many pages
 * show, and one file for each subject. The part of a key before its first point is the name of its file.
 */
export const EN = {
  ...COMMON,
  ...TROUBLE,
  ...RECORD,
  ...APPROVED,
  ...LIST,
  ...SITE,
  ...LAND,
  ...WRONG,
  ...CERTIFICATES,
  ...CHECKING,
  ...SUMMARIES,
  ...OPEN_DATA,
  ...KIT,
  ...SIGN_IN,
  ...PASSWORD,
  ...MY_SIGN_IN,
  ...REFUSED,
  ...MAILS,
} as const

export type TextKey = keyof typeof EN
