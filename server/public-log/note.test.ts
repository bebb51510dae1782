import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseCheckpoint, signCheckpoint } from './checkpoint.ts'
import {
  cosignatureLine,
  cosignedAt,
  isSignedBy,
  keyText,
  type NoteKey,
  parseKey,
  parseNote,
  signerKey,
  signNote,
} from './note.ts'
import { parseProof, proofText } from './proof-file.ts'

const privateKey = (seed: Buffer) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
const read = (text: string): NoteKey => {
  const key = parseKey(text)
  if (!key) throw new Error('no key')
  return key
}
const noteOf = (text: string) => {
  const note = parseNote(text)
  if (!note) throw new Error('no note')
  return note
}

/** The example that other implementations of signed notes are tested with: key, text, signature. */
const SECRET = 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const PUBLIC = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const SIGNED = `${TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`
const author = privateKey(Buffer.from(SECRET, 'base64').subarray(1))

describe('a signed note', () => {
  test('is that of the specification, and so is the word for its key', () => {
    expect(keyText(signerKey('PeterNeumann', author))).toBe(PUBLIC)
    expect(signNote(TEXT, 'PeterNeumann', author)).toBe(SIGNED)
    expect(isSignedBy(noteOf(SIGNED), read(PUBLIC))).toBe(true)
  })

  test('that was changed, or is by somebody else, is not taken for it', () => {
    const other = generateKeyPairSync('ed25519').privateKey
    const key = read(PUBLIC)
    expect(isSignedBy(noteOf(SIGNED.replace('your', 'my')), key)).toBe(false)
    expect(isSignedBy(noteOf(signNote(TEXT, 'PeterNeumann', other)), key)).toBe(false)
    expect(isSignedBy(noteOf(signNote(TEXT, 'Another', author)), key)).toBe(false)
    // a second line with the key's id and other bytes
    const spoilt = SIGNED + SIGNED.split('\n').at(-2)?.replace('ZJkuBS', 'ZJkuBT')
    expect(isSignedBy(noteOf(`${spoilt}\n`), key)).toBe(false)
    expect(isSignedBy(noteOf(SIGNED + strange()), key)).toBe(true)
  })
  /** a signature line by an unknown key */
  const strange = () => {
    const { privateKey: other } = generateKeyPairSync('ed25519')
    return `${signNote(TEXT, 'unknown', other).split('\n').at(-2)}\n`
  }

  test.each([
    ['no signature', TEXT],
    ['no new line at its end', SIGNED.slice(0, -1)],
    ['a control sign', SIGNED.replace('think', 'th\tink')],
    ['a signature without bytes', `${TEXT}\n— PeterNeumann x08goA==\n`],
    ['a hyphen for the dash', SIGNED.replace('—', '-')],
    ['a name with a plus', SIGNED.replace('PeterNeumann', 'a+b')],
  ])('with %s is none', (_what, text) => {
    expect(parseNote(text)).toBeNull()
  })

  test.each([
    PUBLIC.replace('c74f20a3', 'c74f20a4'),
    PUBLIC.replace('PeterNeumann', 'Peter Neumann'),
    PUBLIC.slice(0, -4),
    PUBLIC.replace('+ARpc', '+Axpc'),
    '',
  ])('%j is no key', (text) => {
    expect(parseKey(text)).toBeNull()
  })
})

describe('a checkpoint', () => {
  const root = Buffer.alloc(32, 7)
  const text = signCheckpoint({ origin: 'sis.example/log', size: 109_482, root }, author)

  test('says name, size and root, and is signed', () => {
    expect(text.split('\n').slice(0, 4)).toEqual(['sis.example/log', '109482', root.toString('base64'), ''])
    const read = parseCheckpoint(text)
    expect(read).toMatchObject({ origin: 'sis.example/log', size: 109_482, root })
    expect(read && isSignedBy(read.note, signerKey('sis.example/log', author))).toBe(true)
  })

  test('carries what witnesses say of it, each with its time', () => {
    const witness = generateKeyPairSync('ed25519').privateKey
    const key: NoteKey = { ...signerKey('witness.example', witness), type: 4 }
    const signed = noteOf(text)
    const both = text + cosignatureLine(signed.text, 'witness.example', witness, 1_679_315_147n)
    expect(cosignedAt(noteOf(both), read(keyText(key)))).toBe(1_679_315_147n)
    expect(isSignedBy(noteOf(both), signerKey('sis.example/log', author))).toBe(true)
    // the co-signature is not valid for another text, and the log's own key is no witness
    const forged = signCheckpoint({ origin: 'sis.example/log', size: 1, root }, author)
    expect(cosignedAt(noteOf(forged + both.split('\n').at(-2) + '\n'), key)).toBeNull()
    expect(cosignedAt(noteOf(both), signerKey('sis.example/log', author))).toBeNull()
  })

  test.each([
    ['a size with a nought in front', (one: string) => one.replace('109482', '0109482')],
    ['a short root', (one: string) => one.replace(root.toString('base64'), 'BwcHBw==')],
    ['no name', (one: string) => one.slice('sis.example/log'.length)],
    ['an empty extension', (one: string) => one.replace('\n\n', '\n\nmore\n\n')],
  ])('with %s is none', (_what, change) => {
    expect(parseCheckpoint(change(text))).toBeNull()
  })

  test('may carry extensions', () => {
    expect(parseCheckpoint(text.replace('\n\n', '\nextension\n\n'))).toMatchObject({ size: 109_482 })
  })
})

describe('the file of a proof', () => {
  const hashes = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const checkpoint = 'example.com/fancylog\n109482\nroot\n\n— signature\n'

  test.each([
    ['with extra data', Buffer.from('extra data')],
    ['without', null],
  ])('%s is read as it was written', (_what, extra) => {
    const proof = { extra, index: 73_894, hashes, checkpoint }
    const text = proofText(proof)
    const lines = text.split('\n')
    expect(lines[0]).toBe('c2sp.org/tlog-proof@v1')
    expect(lines.slice(extra ? 2 : 1, extra ? 6 : 5)).toEqual(
      ['index 73894', ...hashes.map((hash) => hash.toString('base64')), '', 'example.com/fancylog'].slice(
        0,
        4,
      ),
    )
    expect(parseProof(text)).toEqual(proof)
  })

  test('of a log of one entry has no hashes', () => {
    const proof = { extra: null, index: 0, hashes: [], checkpoint }
    expect(parseProof(proofText(proof))).toEqual(proof)
  })

  test.each([
    '',
    'c2sp.org/tlog-proof@v2\nindex 0\n\nx',
    'c2sp.org/tlog-proof@v1\nindex 01\n\nx',
    'c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\nx',
  ])('%j is none', (text) => {
    expect(parseProof(text)).toBeNull()
  })
})
