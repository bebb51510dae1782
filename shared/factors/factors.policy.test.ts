import { describe, expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { anActor } from '../../tests/support/records/actors.ts'
import type { PermissionKey } from '../access/permissions.ts'
import type { Target } from '../users/users.policy.ts'
import { canEndSessions, canSeeSignIn } from './factors.policy.ts'

const user = (more: Partial<Target> = {}): Target => ({
  id: 2,
  access_level: 'PENRO',
  region_id: 4,
  office_id: 7,
  hierarchy_role: 4,
  status: 'Activated',
  ...more,
})
const why = (verdict: ReturnType<typeof canSeeSignIn>) => (verdict.ok ? 'ok' : verdict.why)
const withKeys = (...permissions: PermissionKey[]) => anActor('PENRO', 2, { permissions })

describe('the sign-in of a person', () => {
  test('is seen by those who see their details and may edit accounts or reset passwords', () => {
    expect(why(canSeeSignIn(withKeys('user_show', 'user_edit'), user()))).toBe('ok')
    expect(why(canSeeSignIn(withKeys('user_show', 'user_reset_password'), user()))).toBe('ok')
    for (const actor of [
      withKeys('user_show'),
      withKeys('user_edit', 'user_reset_password'),
      withKeys('user_access', 'user_create'),
      anActor('FMB', 1, { role_off: { at: '', reason: 'Audit' } }),
    ])
      expect(why(canSeeSignIn(actor, user()))).toBe('permission')
  })

  test('stays in scope and below: not of another office, not of a superior, but of an equal and of one who has left', () => {
    expect(why(canSeeSignIn(anActor('PENRO'), user({ office_id: 8 })))).toBe('scope')
    expect(why(canSeeSignIn(anActor('Region'), user({ region_id: 5, office_id: 9 })))).toBe('scope')
    expect(why(canSeeSignIn(anActor('Region'), user({ office_id: 8 })))).toBe('ok')
    expect(why(canSeeSignIn(anActor('PENRO', 3), user({ hierarchy_role: 2 })))).toBe('permission')
    expect(why(canSeeSignIn(anActor('PENRO', 3), user({ hierarchy_role: 3 })))).toBe('ok')
    const top = user({ access_level: 'FMB', region_id: null, office_id: null, hierarchy_role: 1 })
    expect(why(canSeeSignIn(anActor('FMB', 2), top))).toBe('ok')
    expect(why(canSeeSignIn(anActor('FMB', 3), top))).toBe('permission')
    expect(why(canSeeSignIn(anActor('PENRO'), user({ status: 'Deactivated' })))).toBe('ok')
  })

  test('one’s own is on another page, and is ended there', () => {
    const self = user({ id: 1 })
    const refusal = { ok: false, why: 'permission', message: 'You cannot change your own account.' }
    expect(worded(canSeeSignIn(anActor('PENRO'), self))).toEqual(refusal)
    expect(worded(canEndSessions(anActor('PENRO'), self))).toEqual(refusal)
  })

  test('is ended by those who may reset the password', () => {
    expect(why(canEndSessions(withKeys('user_reset_password'), user()))).toBe('ok')
    expect(why(canEndSessions(withKeys('user_show', 'user_edit'), user()))).toBe('permission')
    expect(why(canEndSessions(anActor('PENRO'), user({ office_id: 8 })))).toBe('scope')
    expect(why(canEndSessions(anActor('PENRO', 3), user({ hierarchy_role: 2 })))).toBe('permission')
    expect(why(canEndSessions(anActor('PENRO'), user({ status: 'Deactivated' })))).toBe('state')
  })
})
