import { describe, expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import type { Actor } from '../access/actor.ts'
import { DEFAULT_ROLES } from '../access/default-roles.ts'
import { isNational, LEVELS, type Level, type Status } from '../access/levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import { LEGAL_STATES } from '../review/review-chain.ts'
import type { Reviewed } from '../review/review.policy.ts'
import {
  canActivateActivity,
  canApproveActivity,
  canCreateActivity,
  canDeactivateActivity,
  canDiscardActivity,
  canRecallActivity,
  canReturnActivity,
  canSaveMeans,
  canSeeActivity,
  canStartActivity,
  canSubmitActivity,
  canSwitchMeans,
  type CommentedActivity,
  NOT_OPEN,
} from './activities.policy.ts'

/** An actor with a default role, in office 7 of region 4 if the level has one. */
function actor(role: string, place: { region_id?: number; office_id?: number } = {}): Actor {
  const found = DEFAULT_ROLES.find((one) => one.name === role)
  if (!found) throw new Error(`There is no role ${role}.`)
  const { access_level, hierarchy_role, permissions } = found
  return {
    id: 1,
    first_name: 'Ana',
    name: 'Ana Cruz',
    email: 'ana@bureau.example',
    access_level,
    role_id: 1,
    role,
    hierarchy_role,
    region_id: isNational(access_level) ? null : (place.region_id ?? 4),
    office_id: access_level === 'PENRO' ? (place.office_id ?? 7) : null,
    province_id: null,
    penro: null,
    permissions: [...permissions],
  }
}

const LOUD = LEVELS.map((level) => level.toUpperCase() as Uppercase<Level>)
/** In the order of the legal states. */
const STATES = [
  'DRAFT',
  ...LOUD.map((level) => `AT-${level}` as const),
  'DONE',
  ...LOUD.map((level) => `RET-${level}` as const),
] as const
type State = (typeof STATES)[number]

function activity(state: State, status: Status = 'Activated'): Reviewed {
  const review = LEGAL_STATES[STATES.indexOf(state)]
  if (!review) throw new Error(state)
  return {
    region_id: 4,
    office_id: 7,
    status,
    ...review,
    created_by_id: 90,
    submitted_by_id: 90,
    deactivated_by_id: status === 'Deactivated' ? 91 : null,
  }
}

const ACTIONS = {
  save: canSaveMeans,
  switch: (by: Actor, record: CommentedActivity) => canSwitchMeans(by, record, 1),
  submit: canSubmitActivity,
  recall: canRecallActivity,
  discard: (by: Actor, record: Reviewed) => canDiscardActivity(by, record, false),
  approve: canApproveActivity,
  return: canReturnActivity,
  deactivate: canDeactivateActivity,
  activate: canActivateActivity,
}

const RETURNED: State[] = LOUD.map((level) => `RET-${level}` as const)
const BEFORE_APPROVAL: State[] = ['AT-PENRO', ...RETURNED]
const NOT_DRAFT = STATES.filter((state) => state !== 'DRAFT')

/** Part 4.3, row by row: who may act in which state, on an activated record (activate: on a deactivated one). */
const ALLOWED: Record<keyof typeof ACTIONS, Record<string, readonly State[]>> = {
  save: { 'PENRO Encoder': ['DRAFT', ...RETURNED] },
  switch: { 'PENRO Encoder': ['DRAFT'] },
  submit: { 'PENRO Encoder': ['DRAFT', ...RETURNED] },
  recall: { 'PENRO Encoder': ['AT-PENRO'] },
  discard: { 'PENRO Encoder': ['DRAFT'] },
  approve: {
    'PENRO Approver': ['AT-PENRO'],
    'Region Approver': ['AT-REGION'],
    'FMB Approver': ['AT-FMB'],
    'FMB Super Administrator': ['AT-FMB'],
  },
  return: {
    'PENRO Approver': ['AT-PENRO'],
    'Region Approver': ['AT-REGION'],
    'FMB Approver': ['AT-FMB'],
    'FMB Super Administrator': ['AT-FMB'],
  },
  deactivate: {
    'PENRO Administrator': ['DRAFT', ...BEFORE_APPROVAL],
    'Region Administrator': BEFORE_APPROVAL,
    'FMB Administrator': BEFORE_APPROVAL,
    'FMB Super Administrator': BEFORE_APPROVAL,
  },
  activate: {
    'PENRO Administrator': STATES,
    'Region Administrator': NOT_DRAFT,
    'FMB Administrator': NOT_DRAFT,
    'FMB Super Administrator': NOT_DRAFT,
  },
}

const ROLES = DEFAULT_ROLES.map((role) => role.name)
const NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]

describe.each(NAMES)('%s', (action) => {
  test.each(ROLES)('as %s: only the rows of the table succeed', (role) => {
    const needed: Status = action === 'activate' ? 'Deactivated' : 'Activated'
    for (const state of STATES) {
      const verdict = ACTIONS[action](actor(role), activity(state, needed))
      expect([state, verdict.ok]).toEqual([state, ALLOWED[action][role]?.includes(state) ?? false])
      const other: Status = needed === 'Activated' ? 'Deactivated' : 'Activated'
      expect(ACTIONS[action](actor(role), activity(state, other)).ok).toBe(false)
    }
  })

  test('another region or office is told nothing', () => {
    for (const role of Object.keys(ALLOWED[action]))
      for (const state of STATES) {
        const stranger = actor(role, { region_id: 9, office_id: 8 })
        if (isNational(stranger.access_level)) continue
        expect(ACTIONS[action](stranger, activity(state))).toMatchObject({ ok: false, why: 'scope' })
      }
  })
})

/** The keys that allow an action to a PENRO user with no other key (001 §6, part 4.3). */
const KEYS: [keyof typeof ACTIONS, State, ...PermissionKey[]][] = [
  ['save', 'DRAFT', 'sites_activity_create', 'sites_activity_edit'],
  ['save', 'RET-FMB', 'sites_activity_edit'],
  ['switch', 'DRAFT', 'sites_activity_create'],
  ['submit', 'DRAFT', 'sites_activity_create', 'sites_activity_edit'],
  ['submit', 'RET-PENRO', 'sites_activity_edit'],
  ['recall', 'AT-PENRO', 'sites_activity_create', 'sites_activity_edit'],
  ['discard', 'DRAFT', 'sites_activity_create', 'sites_activity_edit'],
  ['approve', 'AT-PENRO', 'site_activities_approval'],
  ['return', 'AT-PENRO', 'site_activities_return'],
  ['deactivate', 'AT-PENRO', 'sites_activity_deactivate'],
  ['activate', 'AT-PENRO', 'sites_activity_activate'],
]

test.each(KEYS)(
  '[ACTIVITIES-33] [ACTIVITIES-34] [APPROVAL-28] %s in %s: its own key alone is enough, and every other is not',
  (action, state, ...keys) => {
    const record = activity(state, action === 'activate' ? 'Deactivated' : 'Activated')
    const opens = (key: PermissionKey) =>
      ACTIONS[action]({ ...actor('PENRO Encoder'), permissions: [key] }, record).ok
    expect(PERMISSION_KEYS.filter(opens).sort()).toEqual(keys.sort())
  },
)

test('[ACTIVITIES-33] add needs sites_activity_create and no other key', () => {
  const opens = (key: PermissionKey) =>
    canCreateActivity({ ...actor('PENRO Encoder'), permissions: [key] }).ok
  expect(PERMISSION_KEYS.filter(opens)).toEqual(['sites_activity_create'])
})

test('[ACTIVITIES-30] [ACTIVITIES-31] editing anything but a draft or a returned one is refused in the words of the specification', () => {
  expect(NOT_OPEN).toBe('Site Status is not RETURNED or Save as Draft')
  for (const state of ['AT-PENRO', 'AT-REGION', 'AT-FMB', 'DONE'] as const)
    expect([state, worded(canSaveMeans(actor('PENRO Encoder'), activity(state)))]).toEqual([
      state,
      { ok: false, why: 'state', message: 'Site is only available to edit once RETURNED or Save as Draft.' },
    ])
})

test('what was submitted again after a return is recalled by whoever may submit it again', () => {
  const again = { ...activity('AT-PENRO'), returned_by: 'FMB' as const }
  const opens = (key: PermissionKey) =>
    canRecallActivity({ ...actor('PENRO Encoder'), permissions: [key] }, again).ok
  expect(PERMISSION_KEYS.filter(opens)).toEqual(['sites_activity_edit'])
})

test('a draft that was submitted before and recalled has a history, and is not discarded', () => {
  const encoder = actor('PENRO Encoder')
  expect(canDiscardActivity(encoder, activity('DRAFT'), true)).toMatchObject({
    why: 'state',
    code: 'submitted_before',
  })
  expect(canDiscardActivity(encoder, activity('RET-FMB'), true)).toMatchObject({
    why: 'state',
    code: 'discard_only_drafts',
  })
})

describe('[S-108] after a return', () => {
  const returned = { ...activity('RET-FMB'), returned_reason_2: 'This principle applies to the site.' }
  const encoder = actor('PENRO Encoder')

  test('a principle with a comment can be turned off and on, with the key of editing alone', () => {
    expect(canSwitchMeans(encoder, returned, 2).ok).toBe(true)
    const opens = (key: PermissionKey) => canSwitchMeans({ ...encoder, permissions: [key] }, returned, 2).ok
    expect(PERMISSION_KEYS.filter(opens)).toEqual(['sites_activity_edit'])
  })

  test('one without a comment cannot, nor can all of them', () => {
    for (const principle_number of [1, null])
      expect(worded(canSwitchMeans(encoder, returned, principle_number))).toMatchObject({
        why: 'state',
        message:
          'After a return, Add MOV can only be turned on or off for a principle that the return comments on.',
      })
  })

  test('a comment from before the submission opens nothing while the activity is in review, nor once it is approved', () => {
    for (const state of ['AT-PENRO', 'AT-REGION', 'AT-FMB', 'DONE'] as const) {
      const again = { ...activity(state), returned_reason_2: 'This principle applies to the site.' }
      expect([state, worded(canSwitchMeans(encoder, again, 2))]).toEqual([
        state,
        {
          ok: false,
          why: 'state',
          message: 'Add MOV can only be turned on or off while the activity is a draft.',
        },
      ])
    }
  })
})

test('while its profile is deactivated an activity is frozen, and shows to those concerned alone (S-37)', () => {
  const frozen = (state: State) => ({ ...activity(state), site_profile_status: 'Deactivated' as const })
  const encoder = actor('PENRO Encoder')
  const approver = actor('PENRO Approver')
  for (const verdict of [
    canSaveMeans(encoder, frozen('DRAFT')),
    canSwitchMeans(encoder, frozen('DRAFT'), 1),
    canSubmitActivity(encoder, frozen('RET-FMB')),
    canRecallActivity(encoder, frozen('AT-PENRO')),
    canDiscardActivity(encoder, frozen('DRAFT'), false),
    canApproveActivity(approver, frozen('AT-PENRO')),
    canReturnActivity(approver, frozen('AT-PENRO')),
  ])
    expect(worded(verdict)).toMatchObject({
      why: 'state',
      message: 'The SITES profile of this activity is deactivated. Please activate it first.',
    })
  expect(canSeeActivity(encoder, frozen('DRAFT'))).toMatchObject({ why: 'scope' })
  expect(canSeeActivity({ ...encoder, id: 90 }, frozen('DRAFT')).ok).toBe(true)
})

test('the right person at the wrong moment hears a state, never a missing right', () => {
  expect(worded(canApproveActivity(actor('Region Approver'), activity('AT-PENRO')))).toMatchObject({
    why: 'state',
    message: 'This record is not waiting for Region.',
  })
  expect(worded(canApproveActivity(actor('PENRO Approver'), activity('AT-REGION')))).toMatchObject({
    why: 'state',
    message: 'This record has already been acted on. Please refresh.',
  })
  expect(worded(canSaveMeans(actor('PENRO Encoder'), activity('AT-PENRO')))).toMatchObject({
    why: 'state',
    message: 'Site is only available to edit once RETURNED or Save as Draft.',
  })
})

test('whoever created or submitted it does not approve it, unless nobody else can', () => {
  const own = { ...activity('AT-PENRO'), submitted_by_id: 1 }
  expect(canApproveActivity(actor('PENRO Approver'), own)).toMatchObject({ ok: false, why: 'duties' })
  expect(canApproveActivity(actor('PENRO Approver'), own, true).ok).toBe(true)
  expect(canReturnActivity(actor('PENRO Approver'), own).ok).toBe(true)
})

test('only PENRO with the create key starts an activity, and only in its own office', () => {
  expect(ROLES.filter((role) => canCreateActivity(actor(role)).ok)).toEqual(['PENRO Encoder'])
  expect(canStartActivity(actor('PENRO Encoder'), activity('DONE')).ok).toBe(true)
  expect(canStartActivity(actor('PENRO Encoder', { office_id: 8 }), activity('DONE'))).toMatchObject({
    why: 'scope',
  })
})

describe('who sees an activity', () => {
  test('a draft shows inside its office only', () => {
    const seen = ROLES.filter((role) => canSeeActivity(actor(role), activity('DRAFT')).ok)
    expect(seen).toEqual(['PENRO Administrator', 'PENRO Approver', 'PENRO Encoder'])
    expect(ROLES.filter((role) => canSeeActivity(actor(role), activity('AT-PENRO')).ok)).toEqual(ROLES)
  })

  test('a deactivated one shows to its creator, to who deactivated it and to holders of the activate key', () => {
    const gone = activity('AT-PENRO', 'Deactivated')
    const encoder = actor('PENRO Encoder')
    expect(canSeeActivity(encoder, gone)).toMatchObject({ ok: false, why: 'scope' })
    expect(canSeeActivity({ ...encoder, id: 90 }, gone).ok).toBe(true)
    expect(canSeeActivity({ ...encoder, id: 91 }, gone).ok).toBe(true)
    expect(canSeeActivity(actor('PENRO Administrator'), gone).ok).toBe(true)
  })

  test('a reviewer without the access key sees it too', () => {
    const reviewer = { ...actor('Region Approver'), permissions: ['site_activities_return' as const] }
    expect(canSeeActivity(reviewer, activity('AT-REGION')).ok).toBe(true)
    expect(canSeeActivity({ ...reviewer, permissions: [] }, activity('AT-REGION'))).toMatchObject({
      why: 'permission',
    })
  })
})
