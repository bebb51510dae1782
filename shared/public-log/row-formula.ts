/** One step from a row of the log to the signed checkpoint, explained in words. */
export type FormulaStep = {
  id: 'parts' | 'salts' | 'hashes' | 'entry' | 'tree' | 'checkpoint'
  title: string
  /** sentences, and what each part of a row contains */
  says: readonly (string | { part: string; holds: string })[]
}

/**
 * How a row of the audit log becomes an entry, a root and a checkpoint, so that outsiders can verify it without our
 * programs. Shown on a public page and included with every export.
 */
export const FORMULA: readonly FormulaStep[] = [
  {
    id: 'parts',
    title: 'The parts of a row',
    says: [
      'A row has five parts, in this order: what, facts, who, words, rest. Each part is one JSON list in UTF-8, without spaces. A missing value is null. In a text only the quotation mark, the backslash and control characters are escaped, in their shortest form (\\n, else \\u and four lower case digits).',
      {
        part: 'what',
        holds:
          'the number 2, the number of the row, the time (UTC, six decimals), the access level, the numbers of region and office, the module, the number of the record, the code of the record, the event.',
      },
      {
        part: 'facts',
        holds:
          'the changes of fields that contain no personal data, such as statuses, grades, areas and fingerprints. A change is an object with field, new and old, in this order. The changes keep the order of the row; a row without any has [].',
      },
      { part: 'who', holds: 'the name of the person and the name of the role.' },
      {
        part: 'words',
        holds:
          'the code, where it names a person and is therefore not in the first part, else null; then the list of all other changes, or null where the row has no list of changes.',
      },
      {
        part: 'rest',
        holds: 'the number of the account, the mail address, the network address, the number of the request.',
      },
      'A row that was removed before it had an entry has the text gone as its first part and empty texts as the others.',
    ],
  },
  {
    id: 'salts',
    title: 'The salts',
    says: [
      'Each row has a salt of 16 random bytes, which the bureau keeps, so that a row cannot be guessed from its entry. The salt of a part is the first 16 bytes of the SHA-256 of: the salt of the row, then one byte with the place of the part, counted from 0.',
      'A proof shows the salts of those parts alone that it shows. So it says nothing of the others.',
    ],
  },
  {
    id: 'hashes',
    title: 'The hash of each part',
    says: [
      'The hash of a part is the SHA-256 of: the salt of the part, then its text. Where a part is not shown, its hash is given in its place.',
    ],
  },
  {
    id: 'entry',
    title: 'The entry',
    says: [
      'The entry is the SHA-256 of the hashes of the parts, one after the other. These 32 bytes are what the log publishes of a row.',
    ],
  },
  {
    id: 'tree',
    title: 'Leaf, tree and root',
    says: [
      'The tree is that of RFC 6962, section 2.1. The leaf of an entry is the SHA-256 of: the byte 0, then the entry. A node is the SHA-256 of: the byte 1, the left hash, the right hash. A tree of more than one leaf is split at the largest power of two that is smaller than the number of its leaves.',
      'The tree is published in pieces as C2SP tlog-tiles describes. The pieces of entries are below tile/entries, each entry after its length in two bytes, 00 and 20 in hexadecimal.',
    ],
  },
  {
    id: 'checkpoint',
    title: 'The checkpoint',
    says: [
      'The checkpoint is a text of C2SP tlog-checkpoint: one line each for the name of the log, the number of entries, and the root in base64; an empty line; then the signatures. The text that is signed ends with the line of the root.',
      'A line of a signature (C2SP signed-note) has an em dash (U+2014), the name of the key, and base64 of: 4 bytes that name the key, then the Ed25519 signature. The 4 bytes are the first of the SHA-256 of: the name, a line end, the byte 1, the 32 bytes of the public key. The key is given as name+number+base64 of the byte 1 and the public key.',
      'Witnesses sign below in the same way (C2SP tlog-cosignature): over a line cosignature/v1, a line with the time, and the same text.',
    ],
  },
]
