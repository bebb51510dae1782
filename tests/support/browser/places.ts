import { demoEmail } from '../../../server/seed/demo-people.ts'
import type { Demo } from './demo.ts'
import { aPerson } from '../records/people.ts'

/**
 * Who writes where in a shared product. Each file that adds or decides on records does so in an office of its own, which
 * the demo bureau does not use, so that no list, count or notice of another test includes them.
 *
 * A few files change records of the demo bureau instead, each in use by that file alone: evidence the activity of PENRO
 * Laguna that PENRO returned, line a profile that Quezon corrects, points-story the first profile of Laguna in its first
 * round, review-changes the comment of one in its second round, uploads the draft of
 * Laguna. story adds to Laguna, and shell chooses the mails of its encoder.
 */
const PLACES = {
  activities: { region: 'R03', office: 'PENRO Aurora' },
  bulk: { region: 'R04B', office: 'PENRO Palawan' },
  edges: { region: 'R04B', office: 'PENRO Marinduque' },
  land: { region: 'R05', office: 'PENRO Albay' },
  lists: { region: 'R05', office: 'PENRO Sorsogon' },
  'long-values': { region: 'R07', office: 'PENRO Cebu' },
  'lost-phone': { region: 'R06', office: 'PENRO Antique' },
  'passkey-log-in': { region: 'R08', office: 'PENRO Samar' },
  proof: { region: 'R06', office: 'PENRO Iloilo' },
  'queue-list': { region: 'R10', office: 'PENRO Bukidnon' },
  recall: { region: 'R07', office: 'PENRO Bohol' },
  'second-step': { region: 'R08', office: 'PENRO Leyte' },
} as const

type PersonKind = 'encoder' | 'approver' | 'regional' | 'national'
const PEOPLE = {
  encoder: { role: 'PENRO Encoder', first_name: 'Ligaya' },
  approver: { role: 'PENRO Approver', first_name: 'Crisanto' },
  regional: { role: 'Region Approver', first_name: 'Rosalinda' },
  national: { role: 'FMB Approver', first_name: 'Bonifacio' },
} as const

export type Place = { office: string; region: string } & Record<PersonKind, string>

/**
 * Adds people of a file's own place, who log in with the password of the demo bureau: an encoder and an approver of the
 * office, and an approver of its region and of FMB. Returns the place with the names of its people.
 */
export async function ownPlace(
  { db }: Pick<Demo, 'db'>,
  file: keyof typeof PLACES,
  kinds: readonly PersonKind[],
): Promise<Place> {
  const { region, office } = PLACES[file]
  const names = {
    encoder: `${file}.encoder`,
    approver: `${file}.approver`,
    regional: `${file}.regional`,
    national: `${file}.national`,
  }
  for (const kind of kinds) {
    const inRegion = kind === 'national' ? {} : { region }
    const inOffice = kind === 'encoder' || kind === 'approver' ? { office } : {}
    await aPerson({ db }, names[kind], { ...PEOPLE[kind], last_name: 'Ocampo', ...inRegion, ...inOffice })
  }
  await db
    .updateTable('users')
    .set((row) => ({
      password_hash: row
        .selectFrom('users as other')
        .select('other.password_hash')
        .where('other.email', '=', demoEmail('fmb.super')),
    }))
    .where('email', 'in', Object.values(names).map(demoEmail))
    .execute()
  return { office, region, ...names }
}
