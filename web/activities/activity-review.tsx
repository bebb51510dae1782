import { holds } from '../../shared/access/actor.ts'
import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import {
  canActivateActivity,
  canApproveActivity,
  canCreateActivity,
  canDeactivateActivity,
  canRecallActivity,
  canReturnActivity,
  canSaveMeans,
  NOT_OPEN,
} from '../../shared/activities/activities.policy.ts'
import {
  activitiesApi,
  type ActivityRow,
  type ActivityShowReply,
} from '../../shared/activities/activities.schema.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import { isPrincipleOff } from '../../shared/activities/switches.ts'
import { all } from '../../shared/lib/verdict.ts'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../../shared/principles/principles.schema.ts'
import { DateCell, MarkedName, QUEUE_COLUMNS, STATUS_COLUMNS } from '../review/queue-columns.tsx'
import { LIST_FILTERS } from '../review/RecordFilters.tsx'
import { approvalOf, type ReviewedScreens } from '../review/reviewed-screens.ts'
import { SiteName } from '../ui/SiteName.tsx'
import { YEAR_FILTER } from './YearFilter.tsx'

/** The activities' part of the screens that they share with profiles. */
export const ACTIVITY_REVIEW: ReviewedScreens<ActivityShowReply, ActivityRow> = {
  calls: activitiesApi,
  recordOf: ({ siteActivities }) => siteActivities,
  modelName: RECORD_KINDS.activity.model,
  codeOf: (row) => row.site_profile_code,
  nameOf: (row) => row.site_profile_name,
  noun: 'SITES activity',
  may: {
    approve: canApproveActivity,
    return: canReturnActivity,
    recall: canRecallActivity,
    activate: canActivateActivity,
    deactivate: canDeactivateActivity,
    edit: (actor, row) => all(holds(actor, 'sites_activity_edit'), canSaveMeans(actor, row)),
    create: canCreateActivity,
  },
  // nothing was given to look at under a principle that is off
  checklists: ({ siteActivities, sitePrinciples }) =>
    sitePrinciples.filter((principle) => !isPrincipleOff(principle, siteActivities)),
  recallTo: ({ returned_by }) =>
    returned_by
      ? `Its status is Returned again, with the comments of ${returned_by}.`
      : 'It is a draft again, with all its files, texts and figures.',
  status: { label: (status) => status, name: 'Status of this SITES activity', titlesFaults: false },
  list: {
    title: RECORD_KINDS.activity.module,
    intro:
      'The compliance of each site with the eight safeguard principles, from the first evidence to the final approval.',
    columns: [
      { key: 'site_profile_code', header: 'SITES Codes', sortable: true, nowrap: true, card: 'lead' },
      {
        key: 'site_profile_name',
        header: 'Name',
        sortable: true,
        long: true,
        card: 'own',
        cell: (row) => <SiteName name={row.site_profile_name} place={row} />,
      },
      { key: 'region', header: 'Region', sortable: true },
      {
        key: 'created_at',
        header: 'Date Created',
        sortable: 'time',
        cell: (row) => <DateCell at={row.created_at} />,
      },
      ...STATUS_COLUMNS,
    ],
    sort: { column: 'site_profile_code', dir: 'asc' },
    statuses: ['Save as Draft', 'Submitted', 'Returned', 'Recalled', 'Approved'],
    filters: { names: [...LIST_FILTERS, 'reporting_year'], fields: [YEAR_FILTER] },
    empty: 'No data found',
    add: { label: 'Add SITES Activity', way: { to: '/sites/activity/add', search: () => ({}) } },
    // view opens without Submit, edit with it (C-40)
    view: ({ id }) => ({ to: `/sites/activity/${id}`, search: (old) => ({ ...old, from: 'view' }) }),
    edit: ({ id }) => ({ to: `/sites/activity/${id}`, search: (old) => ({ ...old, from: 'edit' }) }),
    editRefused: NOT_OPEN,
  },
  approval: {
    ...approvalOf(RECORD_KINDS.activity),
    columns: [
      { key: 'site_profile_code', header: 'SITES Code', sortable: true, nowrap: true, card: 'lead' },
      { key: 'region', header: 'Region', sortable: true },
      {
        key: 'site_profile_name',
        header: 'Name of Implementer',
        sortable: true,
        long: true,
        card: 'own',
        cell: (row) => <MarkedName name={row.site_profile_name} row={row} />,
      },
      ...QUEUE_COLUMNS,
    ],
    // a comment per principle: returned_reason_1 to 8 (APPROVAL-22)
    comments: PRINCIPLE_NUMBERS.map((number) => ({
      name: reasonField(number),
      label: `Principle #${number}: ${PRINCIPLE_SHORT_TITLES[number]}`,
    })),
  },
}
