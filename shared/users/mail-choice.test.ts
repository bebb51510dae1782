import { describe, expect, test } from 'vitest'
import { EN } from '../texts/en.ts'
import { translator } from '../texts/translate.ts'
import { choiceWords, isMailedAtOnce, MAIL_CHOICES, mailChoiceOf } from './mail-choice.ts'

describe('[S-117] which mails a person gets', () => {
  test('the own choice stands before the bureau’s', () => {
    for (const bureau of MAIL_CHOICES) {
      expect(mailChoiceOf(null, bureau)).toBe(bureau)
      for (const own of MAIL_CHOICES) expect(mailChoiceOf(own, bureau)).toBe(own)
    }
  })

  test('what was decided about the own record comes at once unless off, the rest as chosen', () => {
    expect(MAIL_CHOICES.map((choice) => isMailedAtOnce(choice, false))).toEqual([true, false, false, false])
    expect(MAIL_CHOICES.map((choice) => isMailedAtOnce(choice, true))).toEqual([true, true, true, false])
  })

  test('every mail says where another choice is made', () => {
    expect(choiceWords(translator(EN), 'This mail comes once a day.', 'https://sis.example')).toBe(
      'This mail comes once a day. You can choose other mails, or none, in "View Profile": https://sis.example/dashboard?openProfile=true\n',
    )
  })
})
