import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { questionIn, stampAnswer, value } from '../../tests/support/doubles/stamper.ts'
import { nonceOf, readStamp, stampQuestion } from './stamp.ts'

const digest = hash('sha256', 'a checkpoint', 'buffer')
const nonce = nonceOf(Buffer.from('ffeeddccbbaa9988', 'hex'))
const question = { digest, nonce }

describe('the question for a time stamp', () => {
  test('is that of RFC 3161: version, SHA-256 and its digest, a positive number, the certificate', () => {
    expect(stampQuestion(question).toString('hex')).toBe(
      `3043020101303130 0d06096086480165030402010500 0420${digest.toString('hex')} 02087feeddccbbaa9988 0101ff`.replaceAll(
        ' ',
        '',
      ),
    )
    expect(questionIn(stampQuestion(question))).toEqual(question)
    expect([nonceOf(Buffer.alloc(8))[0], nonceOf(Buffer.alloc(8, 255))[0]]).toEqual([0x40, 0x7f])
  })
})

describe('the answer', () => {
  const other = hash('sha256', 'another', 'buffer')
  const notOurs = { why: 'Its answer is a stamp of something else.' }
  const none = { why: 'Its answer is not a time stamp.' }
  const granted = stampAnswer(question)

  test('says when the digest was seen', () => {
    expect(readStamp(granted, question)).toEqual({ at: '2025-12-01T00:01:02.000Z' })
    const exact = stampAnswer(question, { status: 1, at: '20251201000102.25Z' })
    expect(readStamp(exact, question)).toEqual({ at: '2025-12-01T00:01:02.000Z' })
  })

  test.each([
    ['a refusal', stampAnswer(question, { status: 2 }), { why: 'It refused the request (status 2).' }],
    ['another digest', stampAnswer(question, { digest: other }), notOurs],
    ['an older answer', stampAnswer(question, { nonce: Buffer.alloc(8, 1) }), notOurs],
    ['another kind of message', stampAnswer(question, { kind: '2a864886f70d010701' }), none],
    ['a time that is none', stampAnswer(question, { at: '20251399000102Z' }), none],
    ['nothing', Buffer.alloc(0), none],
    ['half of it', granted.subarray(0, granted.length / 2), none],
    ['a page', Buffer.from('<html>'), none],
    ['a length without end', Buffer.from('3080', 'hex'), none],
    ['a value in itself', value(0x30, value(0x30, Buffer.alloc(0))), none],
  ])('that is %s is none', (_what, answer, expected) => {
    expect(readStamp(answer, question)).toEqual(expected)
  })

  test('with any one byte changed throws nothing', () => {
    for (let at = 0; at < granted.length; at += 1) {
      const spoilt = Buffer.from(granted)
      spoilt[at] = (spoilt[at] ?? 0) ^ 0xff
      const read = readStamp(spoilt, question)
      expect('why' in read || read.at.length > 0).toBe(true)
    }
  })
})
