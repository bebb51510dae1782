import { createPrivateKey, hash } from 'node:crypto'
import type { FormulaPage } from '../../shared/public/public-page.ts'
import type { LoggedRow } from '../audit/logged-row.ts'
import { signCheckpoint } from './checkpoint.ts'
import { entryOf, revealRow, revealedParts, withOnly } from './entry.ts'
import { leafHash, rootOver } from './merkle.ts'
import { keyText, signerKey } from './note.ts'

const ORIGIN = 'sis.example/log'
const SALT = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
/** a return, which has facts and comments; the people in it are fictitious */
const ROW: LoggedRow = {
  id: 17,
  created_at: '2026-03-04T05:06:07.000008Z',
  user_id: 5,
  user_name: 'Alma Reyes',
  user_email: 'alma@bureau.example',
  role_name: 'FMB Approver',
  access_level: 'FMB',
  region_id: 4,
  office_id: 12,
  auditable_type: 'SITES Activities',
  auditable_id: 31,
  auditable_code: 'SITES-R04A-2026-0007',
  event: 'Returned (FMB)',
  field_change: [
    { field: 'fmb_status', old: 'For Approval', new: 'Returned' },
    { field: 'comment', old: null, new: 'Please add the minutes of the meeting in Peñablanca.' },
  ],
  network_address: '203.0.113.7',
  request_id: 'req-1',
}

/** an Ed25519 key in PKCS#8 whose 32 bytes are all 7; it signs nothing real */
const KEY = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
})

/** Works out the formula for one row with the code that makes every entry, so that the page cannot differ from it. */
export function rowFormula(): FormulaPage {
  const shown = revealRow(SALT, ROW)
  const hashes = new Map(revealedParts(withOnly(shown, [])))
  const entry = entryOf(SALT, ROW)
  const neighbour = leafHash(hash('sha256', 'the entry of another row', 'buffer'))
  const root = rootOver([neighbour, leafHash(entry)])
  return {
    page: 'row_formula',
    salt: SALT.toString('hex'),
    parts: revealedParts(shown).map(([name, part]) => ({
      name,
      hash: '',
      salt: '',
      text: '',
      ...part,
      ...hashes.get(name),
    })),
    entry: entry.toString('hex'),
    leaf: leafHash(entry).toString('hex'),
    neighbour: neighbour.toString('hex'),
    root: root.toString('hex'),
    public_key: keyText(signerKey(ORIGIN, KEY)),
    checkpoint: signCheckpoint({ origin: ORIGIN, size: 2, root }, KEY),
  }
}
