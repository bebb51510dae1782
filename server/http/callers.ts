import { type Actor, isAuditor } from '../../shared/access/actor.ts'
import { ROLE_KINDS } from '../../shared/access/default-roles.ts'
import { type Endpoint, everyone, isOpenToAuditors, type MayCall } from '../../shared/access/endpoint.ts'
import { type Level, LEVELS } from '../../shared/access/levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'
import { formatList } from '../../shared/lib/format.ts'

/** Who may make a call, in words for its documentation: asked of its policy, so that they cannot differ from it. */

type Who = { access_level: Level; hierarchy_role: number; permissions: readonly PermissionKey[] }

const AUDITOR = ROLE_KINDS.indexOf('Auditor') + 1
const RANKS = ROLE_KINDS.map((_, index) => index + 1).filter(
  (hierarchy_role) => !isAuditor({ hierarchy_role }),
)

/** A person of whom only level, rank and keys matter. */
const person = (who: Who): Actor => ({
  id: 1,
  first_name: '',
  name: '',
  email: '',
  role_id: 1,
  role: '',
  region_id: 1,
  province_id: 1,
  office_id: 1,
  penro: '',
  ...who,
  permissions: [...who.permissions],
})

/** The keys of which one is enough; where none is, those that are needed together. */
function keysFor(may: (permissions: readonly PermissionKey[]) => boolean) {
  if (may([])) return { keys: [], together: false }
  const enough = PERMISSION_KEYS.filter((key) => may([key]))
  if (enough.length > 0) return { keys: enough, together: false }
  const needed = PERMISSION_KEYS.filter((key) => !may(PERMISSION_KEYS.filter((one) => one !== key)))
  return { keys: needed, together: true }
}

/** The kinds of roles with this rank or a higher one; '' where it is the lowest of all but auditors. */
const kindsFrom = (lowest: number) =>
  lowest === RANKS.at(-1) ? '' : formatList(ROLE_KINDS.slice(0, lowest).map((kind) => `${kind}s`))

/** The kinds and keys that a level needs, null where nobody of it may. */
function needsOf(may: MayCall, access_level: Level): { kinds: string; keys: string } | null {
  const allows = (hierarchy_role: number, permissions: readonly PermissionKey[]) =>
    may(person({ access_level, hierarchy_role, permissions })).ok
  const lowest = RANKS.findLast((rank) => allows(rank, PERMISSION_KEYS))
  if (lowest === undefined) return null
  const { keys, together } = keysFor((permissions) => allows(lowest, permissions))
  return {
    kinds: kindsFrom(lowest),
    keys: keys.map((key) => `\`${key}\``).join(together ? ' and ' : ' or '),
  }
}

/** The levels that need the same, in words, such as "PENRO with `site_map_edit`". */
function groupsOf(may: MayCall): string[] {
  const levels = LEVELS.map((level) => ({ level, needs: needsOf(may, level) }))
  const needs = new Map(levels.flatMap((one) => (one.needs ? [[JSON.stringify(one.needs), one.needs]] : [])))
  return [...needs].map(([same, { kinds, keys }]) => {
    const names = levels.filter((one) => JSON.stringify(one.needs) === same).map(({ level }) => level)
    const place = names.length === LEVELS.length ? 'all levels' : formatList(names)
    return `${kinds && `${kinds} of `}${place}${keys && ` with ${keys}`}`
  })
}

/** Who may make a call, in a sentence such as "May be called by FMB and Region with `user_create`, not by auditors.". */
export function callersOf(endpoint: Endpoint): string {
  const { may } = endpoint
  if (!may) return 'May be called by anyone.'
  const auditorMay = (permissions: readonly PermissionKey[]) =>
    isOpenToAuditors(endpoint) &&
    LEVELS.some((access_level) => may(person({ access_level, hierarchy_role: AUDITOR, permissions })).ok)
  const { path } = endpoint
  const isDecidedLater = /\/:|^\/file|\/audit-logs$/.test(path) ? '; what it is about decides' : ''
  const groups = may === everyone ? `everyone who is logged in${isDecidedLater}` : groupsOf(may).join('; ')
  if (!auditorMay(PERMISSION_KEYS)) return `May be called by ${groups}, not by auditors.`
  const isToldTwice = may === everyone || !auditorMay([])
  return `May be called by ${groups}${isToldTwice ? '' : ', and by auditors'}.`
}
