import { describe, expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { NEW_REVIEW, submitted } from '../review/review-chain.ts'
import type { Reviewed } from '../review/review.policy.ts'
import { canOpenFile, canSeeFile, canUploadFile, isFileOf, mayHaveOriginal } from './file-access.policy.ts'

const actor = (changes: Partial<Actor> = {}): Actor => ({
  id: 7,
  first_name: 'Ana',
  name: 'Ana Cruz',
  email: 'ana@bureau.example',
  access_level: 'PENRO',
  role_id: 1,
  role: 'PENRO Encoder',
  hierarchy_role: 4,
  region_id: 4,
  province_id: 34,
  office_id: 3,
  penro: 'PENRO Laguna',
  permissions: ['site_map_access', 'sites_activity_access'],
  ...changes,
})

const record: Reviewed = {
  region_id: 4,
  office_id: 3,
  status: 'Activated',
  ...submitted(NEW_REVIEW),
  created_by_id: 8,
  submitted_by_id: 8,
  deactivated_by_id: null,
}

const inSite = { ...record, kind: 'site_profiles' as const }
const inActivity = { ...record, kind: 'site_activities' as const }

describe('who may upload', () => {
  test('whoever may fill in the form the file is for', () => {
    const profiler = actor({ permissions: ['site_map_edit'] })
    const encoder = actor({ permissions: ['sites_activity_create'] })
    const reader = actor()
    expect(canUploadFile(profiler, 'kml').ok).toBe(true)
    expect(canUploadFile(profiler, 'pdf').ok).toBe(true)
    expect(canUploadFile(profiler, 'image').ok).toBe(false)
    expect(canUploadFile(encoder, 'image').ok).toBe(true)
    expect(canUploadFile(encoder, 'pdf').ok).toBe(true)
    expect(canUploadFile(encoder, 'kml').ok).toBe(false)
    expect(canUploadFile(reader, 'pdf')).toMatchObject({ ok: false, why: 'permission' })
  })
})

describe('who may see a file', () => {
  test('its uploader while no record has it', () => {
    const free = { uploaded_by: 7, record: null }
    expect(canSeeFile(actor(), free).ok).toBe(true)
    expect(canSeeFile(actor({ id: 9 }), free)).toMatchObject({ ok: false, why: 'scope' })
  })

  test('everyone who may see the record that has it', () => {
    const attached = { uploaded_by: 8, record: inSite }
    const elsewhere = actor({ office_id: 4 })
    expect(canSeeFile(actor(), attached).ok).toBe(true)
    expect(canSeeFile(elsewhere, attached)).toMatchObject({ ok: false, why: 'scope' })
    expect(canSeeFile(elsewhere, { ...attached, record: inActivity }).ok).toBe(false)
    expect(canSeeFile(actor({ permissions: ['sites_activity_access'] }), attached).ok).toBe(false)
  })

  test('being its uploader is not enough once a record has it', () => {
    expect(canSeeFile(actor({ office_id: 4 }), { uploaded_by: 7, record: inSite }).ok).toBe(false)
  })
})

describe('who may open a file', () => {
  const attached = { uploaded_by: 8, record: inSite }
  const uploader = actor({ id: 8 })

  test('everyone who may see it, when it is clean or was never scanned', () => {
    for (const scan_status of ['clean', 'not scanned'] as const)
      expect(canOpenFile(actor(), { ...attached, scan_status }).ok).toBe(true)
  })

  test('its uploader alone while it is checked, nobody in quarantine', () => {
    const checking = { ...attached, scan_status: 'checking' as const }
    const quarantined = { ...attached, scan_status: 'quarantined' as const }
    expect(canOpenFile(uploader, checking).ok).toBe(true)
    expect(canOpenFile(actor(), checking)).toMatchObject({ ok: false, why: 'state' })
    expect(canOpenFile(uploader, quarantined)).toMatchObject({ ok: false, why: 'state' })
  })

  test('to others it does not exist, whatever the scanner says', () => {
    const elsewhere = actor({ office_id: 4 })
    for (const scan_status of ['checking', 'quarantined'] as const)
      expect(canOpenFile(elsewhere, { ...attached, scan_status })).toMatchObject({ ok: false, why: 'scope' })
  })
})

describe('who gets a photograph as it was taken', () => {
  const elsewhere = { ...inActivity, office_id: 4 }

  test('the office of its record, whoever uploaded it', () => {
    const taken = { uploaded_by: 8, office_id: 4, record: inActivity }
    expect(mayHaveOriginal(actor(), taken)).toBe(true)
    expect(mayHaveOriginal(actor(), { ...taken, office_id: 3, record: elsewhere })).toBe(false)
    expect(mayHaveOriginal(actor({ id: 8, office_id: 4 }), taken)).toBe(false)
    expect(mayHaveOriginal(actor(), { ...taken, record: inSite })).toBe(true)
    expect(mayHaveOriginal(actor({ access_level: 'FMB', region_id: null, office_id: null }), taken)).toBe(
      false,
    )
  })

  test('before it has a record the office that uploaded it, or its uploader who has none', () => {
    const free = { uploaded_by: 8, record: null }
    expect(mayHaveOriginal(actor(), { ...free, office_id: 3 })).toBe(true)
    expect(mayHaveOriginal(actor(), { ...free, office_id: 4 })).toBe(false)
    const region = actor({ access_level: 'Region', office_id: null })
    expect(mayHaveOriginal({ ...region, id: 8 }, { ...free, office_id: null })).toBe(true)
    expect(mayHaveOriginal(region, { ...free, office_id: null })).toBe(false)
  })
})

test('[S-51] files are attached by the office that uploaded them, or by their uploader', () => {
  expect(isFileOf(actor(), { office_id: 3, uploaded_by: 8 })).toBe(true)
  expect(isFileOf(actor(), { office_id: 4, uploaded_by: 8 })).toBe(false)
  const region = actor({ access_level: 'Region', office_id: null })
  expect(isFileOf(region, { office_id: null, uploaded_by: 7 })).toBe(true)
  expect(isFileOf(region, { office_id: null, uploaded_by: 8 })).toBe(false)
})
