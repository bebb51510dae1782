import { expect, test } from 'vitest'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { approvedApi } from '../../shared/approved/approved.schema.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { filesApi } from '../../shared/files/files.schema.ts'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import { placesApi } from '../../shared/places/places.schema.ts'
import { principlesApi } from '../../shared/principles/principles.schema.ts'
import { templatesApi } from '../../shared/review/points.schema.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { checkedModule, checkedPath, MODULES, moduleOf } from './modules.ts'

const pathsOf = (calls: Record<string, Endpoint>) => Object.values(calls).map(({ path }) => path)
const modulesOf = (calls: Record<string, Endpoint>) => [...new Set(pathsOf(calls).map(moduleOf))]

test('[API-02] the modules are those of the list', () => {
  expect(MODULES).toEqual([
    'users',
    'roles',
    'sites',
    'sites/principles',
    'sites/activities',
    'sites/dashboard',
    'sites/activities/dashboard',
    'reports',
  ])
})

test('[API-02] every call of the contract belongs to its module', () => {
  const { ownMails: _own, chooseMails: _choose, ...ofUsers } = usersApi
  expect(modulesOf(ofUsers)).toEqual(['users'])
  expect(modulesOf(rolesApi)).toEqual(['roles'])
  expect(modulesOf(sitesApi)).toEqual(['sites'])
  expect(modulesOf(principlesApi)).toEqual(['sites/principles'])
  expect(modulesOf(activitiesApi)).toEqual(['sites/activities'])
  expect(modulesOf(approvedApi)).toEqual(['sites/dashboard', 'sites/activities/dashboard'])
  expect(modulesOf(auditApi)).toEqual(['reports'])
})

test('calls outside the modules have none', () => {
  const { ownMails, chooseMails } = usersApi
  for (const calls of [
    authApi,
    placesApi,
    filesApi,
    { ownMails, chooseMails },
    summariesApi,
    crosswalkApi,
    templatesApi,
  ])
    expect(modulesOf(calls)).toEqual([null])
})

test.each(['x', 'user', 'sites/x', 'sites/users', 'Users', 'constructor'])(
  '[API-02] [ERRORS-06] the module %j is foreign',
  (name) => {
    expect(() => checkedModule(name)).toThrow('Invalid module access attempt.')
    expect(() => moduleOf(`/${name}/datatable`)).toThrow('Invalid module access attempt.')
    expect(() => checkedPath(`/${name}/activate/:id`, { id: 1 })).toThrow('Invalid module access attempt.')
  },
)

test.each(['', 'us ers', '../users', 'users?x=1', 'users#', 'sites//principles', 'usérs', '<b>', 'a\\b'])(
  '[ERRORS-06] the module %j has characters no module has',
  (name) => {
    expect(() => checkedModule(name)).toThrow('Module name contains invalid characters.')
    expect(() => checkedPath(`/${name}/datatable`)).toThrow('Module name contains invalid characters.')
  },
)

test.each([0, -1, 1.5, 'a', '', '1e3', ' 1', '01', null, undefined, Number.NaN, '1/../2'])(
  '[API-03] [ERRORS-06] the id %j is none',
  (id) => {
    expect(() => checkedPath('/users/:id', { id })).toThrow('Invalid ID')
    expect(() => checkedPath('/regions/cities/:regionId', { regionId: id })).toThrow('Invalid ID')
  },
)

test('optional parts of a path are left out, given ones cannot climb out of the module', () => {
  const list = '/sites/datatable/:type/:status?'
  expect(checkedPath(list, { type: 'site' })).toBe('/sites/datatable/site')
  expect(checkedPath(list, { type: 'site', status: 'Save as Draft' })).toBe(
    '/sites/datatable/site/Save%20as%20Draft',
  )
  expect(checkedPath(list, { type: 'a/b' })).toBe('/sites/datatable/a%2Fb')
  for (const type of ['..', '.', ''])
    expect(() => checkedPath(list, { type })).toThrow('Module name contains invalid characters.')
  expect(checkedPath('/users/:id', { id: 7 })).toBe('/users/7')
})
