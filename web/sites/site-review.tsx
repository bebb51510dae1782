import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import {
  canActivateSite,
  canApproveSite,
  canCreateSite,
  canDeactivateSite,
  canEditSite,
  canRecallSite,
  canReturnSite,
  NOT_RETURNED,
} from '../../shared/sites/sites.policy.ts'
import { type SiteRow, sitesApi, type SiteShowReply } from '../../shared/sites/sites.schema.ts'
import { MarkedName, QUEUE_COLUMNS, STATUS_COLUMNS } from '../review/queue-columns.tsx'
import { approvalOf, type ReviewedScreens } from '../review/reviewed-screens.ts'
import { ViewLink } from '../ui/RowActions.tsx'

/** Profiles on the screens that they share with activities. */
export const SITE_REVIEW: ReviewedScreens<SiteShowReply, SiteRow> = {
  calls: sitesApi,
  recordOf: ({ siteProfile }) => siteProfile,
  modelName: RECORD_KINDS.site.model,
  codeOf: (row) => row.code,
  nameOf: (row) => row.name_of_partner,
  noun: 'profile',
  may: {
    approve: canApproveSite,
    return: canReturnSite,
    recall: canRecallSite,
    activate: canActivateSite,
    deactivate: canDeactivateSite,
    edit: canEditSite,
    create: canCreateSite,
  },
  checklists: () => [],
  prepareApproval: async (of, ticked, keep) =>
    (await import('../land/SiteLand.tsx')).prepareLandPart(of, ticked, keep),
  recallTo: () =>
    'It can be edited and submitted again in the same round, or withdrawn if no level has ever approved it.',
  status: { label: (status) => `Status: ${status}`, titlesFaults: true },
  list: {
    title: RECORD_KINDS.site.module,
    intro: 'Project sites with their boundary and agreement, from the first entry to the final approval.',
    columns: [
      { key: 'region', header: 'Region', sortable: true },
      { key: 'province', header: 'Province', sortable: true },
      { key: 'city', header: 'Municipality', sortable: true },
      { key: 'code', header: 'SITES Code', sortable: true, nowrap: true, card: 'lead' },
      { key: 'name_of_partner', header: 'Name of Implementer', sortable: true, long: true, card: 'own' },
      ...STATUS_COLUMNS,
    ],
    sort: { column: 'created_at', dir: 'desc', words: 'Newest first' },
    statuses: ['Submitted', 'Returned', 'Recalled', 'Approved'],
    empty: 'No profiles yet. A profile appears here once it is added.',
    add: { label: 'Add Profile', way: { to: '/sitemap/add', search: (all) => all } },
    view: ({ id }) => ({ to: `/sitemap/view/${id}`, search: (all) => all }),
    edit: ({ id }) => ({ to: `/sitemap/edit/${id}`, search: (all) => all }),
    editRefused: NOT_RETURNED,
  },
  approval: {
    ...approvalOf(RECORD_KINDS.site),
    columns: [
      { key: 'code', header: 'SITES Code', sortable: true, nowrap: true, card: 'lead' },
      { key: 'region', header: 'Region', sortable: true },
      {
        key: 'name_of_partner',
        header: 'Name of Implementer',
        sortable: true,
        long: true,
        card: 'own',
        cell: (row) => <MarkedName name={row.name_of_partner} row={row} />,
      },
      ...QUEUE_COLUMNS,
    ],
    rowActions: ({ id, code }) => (
      <ViewLink name={code} to="/sites/approval/view/$id" params={{ id: String(id) }} search={(all) => all} />
    ),
    comments: [{ name: 'returned_reason', label: 'Comment' }],
  },
}
