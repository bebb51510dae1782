import { expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { anActor } from '../../tests/support/records/actors.ts'
import { canReadAudit, canReadIntegrity } from '../audit/audit.policy.ts'
import { canSeeStorage } from '../file-access/file-access.policy.ts'
import { canImport } from '../imports/imports.policy.ts'
import { canManageOffices } from '../offices/offices.policy.ts'
import { canListBatches, canSaveCriteria } from '../principles/principles.policy.ts'
import { canReport, mayReport } from '../dashboard/report-scope.ts'
import { canDraftSummaries, canFreezeSummary, canSaveCrosswalk } from '../summaries/summaries.policy.ts'
import {
  type Actor,
  covers,
  effectiveRank,
  hasRank,
  holds,
  holdsAny,
  isAtLevel,
  isFmbAdministrator,
} from './actor.ts'
import { LEVELS } from './levels.ts'
import { PERMISSION_KEYS } from './permissions.ts'
import { homeOf, mayOpen, type Screen, SCREENS, tabsFor } from './screens.ts'

const off = (actor: Actor): Actor => ({ ...actor, role_off: { at: '', reason: 'Audit' } })

test('[S-130] a role that is switched off gives nothing of level, rank and keys, however high they are', () => {
  const boss = anActor('FMB', 1)
  const asked = {
    isAtLevel: (actor: Actor) => isAtLevel(actor, ...LEVELS),
    hasRank: (actor: Actor) => hasRank(actor, 4),
    isFmbAdministrator: (actor: Actor) => isFmbAdministrator(actor),
    holds: (actor: Actor) => holds(actor, 'user_access'),
    holdsAny: (actor: Actor) => holdsAny(actor, ...PERMISSION_KEYS),
    canListBatches,
    canSaveCriteria,
    canDraftSummaries,
    canFreezeSummary: (actor: Actor) => canFreezeSummary(actor, { status: 'Draft' }),
    canSaveCrosswalk,
    canImport,
    canSeeStorage,
    canReadAudit,
    canReadIntegrity,
    canManageOffices,
    canReport,
  }
  for (const [name, can] of Object.entries(asked)) {
    expect([name, can(boss).ok]).toEqual([name, true])
    expect([name, worded(can(off(boss)))]).toEqual([
      name,
      {
        ok: false,
        why: 'permission',
        message: `Your role ${boss.role} is switched off: Audit. Please ask your administrator.`,
      },
    ])
  }
  expect(effectiveRank(boss)).toBe(boss)
  expect(effectiveRank(off(boss))).toBeNull()
})

test('[S-130] it covers no record, in none of the levels', () => {
  for (const level of LEVELS) {
    const actor = anActor(level)
    const record = { region_id: actor.region_id ?? 4, office_id: actor.office_id ?? 7 }
    expect(covers(actor, record).ok).toBe(true)
    expect(covers(off(actor), record)).toMatchObject({ ok: false, why: 'scope' })
    expect(mayReport(actor, { ...record, site_status: 'Approved' })).toBe(true)
    expect(mayReport(off(actor), { ...record, site_status: 'Approved' })).toBe(false)
  }
})

test('[S-130] it opens no screen and shows no tab', () => {
  const nobody = off(anActor('FMB', 1))
  const guarded = (SCREENS as readonly Screen[]).filter(({ entry }) => entry === 'staff')
  expect(guarded.filter((screen) => mayOpen(nobody, screen))).toEqual([])
  expect(tabsFor(nobody)).toEqual([])
  expect(homeOf(nobody)).toBe('/report')
})
