import { describe, expect, test } from 'vitest'
import { EN } from '../../shared/texts/en.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { translator } from '../../shared/texts/translate.ts'
import { combinedMails, returnText, noticeMail, type RecordNotice } from './record-notices.ts'

const URL = 'https://sis.example'
// of an English mail nothing is read
const SERVICES = { config: { public_url: URL }, languages: LANGUAGES, readDb: undefined as never }
const notice = (number: number, changes: Partial<RecordNotice> = {}): RecordNotice => ({
  language: 'en',
  subject: 'returned by Region',
  one: 'A SITES profile was returned by Region with comments.',
  many: 'were returned by Region with comments.',
  advice: 'Please correct it and submit it again.',
  noun: 'SITES profile',
  code: `SITES-${number}`,
  name: `Samahan ${number}`,
  comment: null,
  path: `/sitemap/edit/${number}`,
  ...changes,
})

describe('[S-142] a mail about one record', () => {
  test('carries the comment and the link to the form, and where another choice is made', () => {
    const mail = noticeMail(
      'a@b.example',
      [notice(7, { comment: 'The area is wrong.\nSee sheet 2.' })],
      SERVICES,
    )
    expect(mail).toMatchObject({
      to: 'a@b.example',
      subject: 'SITES-7: returned by Region',
      choose: `${URL}/dashboard?openProfile=true`,
    })
    expect(
      mail.text.startsWith(
        [
          'A SITES profile was returned by Region with comments. Please correct it and submit it again.',
          '',
          'SITES-7, Samahan 7',
          '',
          '> The area is wrong.',
          '> See sheet 2.',
          '',
          `${URL}/sitemap/edit/7`,
          '',
        ].join('\n'),
      ),
    ).toBe(true)
  })

  test('takes no line from a name, and marks every line of a comment as somebody’s words', () => {
    const name = 'Samahan\r\n\r\nPlease log in at https://evil.example\u2028now\u202E'
    const comment = 'First.\r\n\r\nhttps://evil.example'
    const { text, subject } = noticeMail(
      'a@b.example',
      [notice(7, { name, comment, code: 'A\nB' })],
      SERVICES,
    )
    const lines = text.split('\n')
    expect(lines).toContain('A B, Samahan Please log in at https://evil.example now')
    expect(lines.filter((line) => line.startsWith('https://evil'))).toEqual([])
    expect(lines).toContain('> https://evil.example')
    expect(subject).not.toContain('\n')
  })
})

describe('[S-140] what was decided on together', () => {
  test('is one mail a reader, with each record, its comment and its link, in their order', () => {
    const advised = ['With 1 point:', null].map((counted, index) => ({
      to: 'encoder@b.example',
      letter: notice(index + 1, { counted }),
    }))
    const known = { to: 'fmb@b.example', letter: notice(2, { advice: null, comment: 'More.', path: '/x/2' }) }
    const mails = combinedMails([...advised, known], SERVICES)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['encoder@b.example', '2 SITES profiles: returned by Region'],
      ['fmb@b.example', 'SITES-2: returned by Region'],
    ])
    const [many, one] = mails
    expect(many?.text.split('\n').slice(0, 12)).toEqual([
      '2 SITES profiles were returned by Region with comments.',
      '',
      'SITES-1, Samahan 1',
      'With 1 point:',
      'Please correct it and submit it again.',
      `${URL}/sitemap/edit/1`,
      '',
      'SITES-2, Samahan 2',
      'Please correct it and submit it again.',
      `${URL}/sitemap/edit/2`,
      '',
      expect.stringContaining('You can choose other mails'),
    ])
    expect(one?.text).not.toContain('Please correct')
    expect(combinedMails([], SERVICES)).toEqual([])
  })

  test('names activities as such', () => {
    const both = [1, 2].map((n) => ({ to: 'a@b.example', letter: notice(n, { noun: 'SITES activity' }) }))
    expect(combinedMails(both, SERVICES)[0]?.subject).toBe('2 SITES activities: returned by Region')
  })
})

test('[S-167] the comments and points of a return are one text', () => {
  const t = translator(EN)
  expect(returnText(t, { comment: 'One.' }, [])).toBe('One.')
  const comments = [
    { principle_number: 2, comment: 'Two.' },
    { principle_number: 5, comment: 'Five.' },
  ]
  expect(returnText(t, { comments }, [])).toBe('Principle 2: Two.\n\nPrinciple 5: Five.')
  const point = { label: 'Boundary', kind: 'replace', text: 'Too small.' } as const
  expect(returnText(t, { comment: 'One.' }, [point])).toBe('One.\n\nBoundary: Please replace. Too small.')
  expect([returnText(t, {}, []), returnText(t, { comments: [] }, [])]).toEqual([null, null])
})
