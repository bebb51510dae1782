import { canLoadRole, canSeeRole } from '../../shared/roles/roles.policy.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { extentOf } from '../../shared/lib/paging.ts'
import { actions } from '../http/http.ts'
import { recordView } from '../audit/views.actions.ts'
import { findUnattendedWork } from '../pending/approvers.queries.ts'
import { activateRole, createRole, deactivateRole, entry, roleFor, updateRole } from './roles.actions.ts'
import { countHolders, listRoles, searchRoles } from './roles.queries.ts'

/** Role management. */
export const roleRoutes = actions(rolesApi, {
  list: async ({ db, actor }, { query }) => {
    const page = await listRoles(db, actor, query)
    return { roles: page.data, ...extentOf(page, query) }
  },
  search: async ({ db, actor }, { query }) => {
    const page = await searchRoles(db, actor, query)
    return { roles: page.data, ...extentOf(page, query) }
  },
  datatable: ({ db, actor }, { query }) => listRoles(db, actor, query),
  show: async (ctx, { params }) => {
    const role = await roleFor(ctx, params.id, canLoadRole)
    const { all, activated } = await countHolders(ctx.db, role.id)
    const left_alone = await findUnattendedWork(ctx.db, role.access_level, { role_id: role.id })
    return { role, holders: all, activated_holders: activated, left_alone }
  },
  create: (ctx, { body }) => createRole(ctx, body),
  update: (ctx, { params, body }) => updateRole(ctx, params.id, body),
  activate: (ctx, { params }) => activateRole(ctx, params.id),
  deactivate: (ctx, { params, body }) => deactivateRole(ctx, params.id, body.deactivate_reason),
  view: async (ctx, { body }) => {
    const role = await roleFor(ctx, body.id, canSeeRole)
    await recordView(ctx, { ...entry(role, 'View'), id: role.id })
  },
})
