import { type KindName, RECORD_KEYS } from './record-keys.ts'

type RecordNames = {
  name: KindName
  /** its table, and the columns there for the code and the partner */
  table: { name: string; code: string; partner: string }
  /** its module in the audit log */
  module: string
  /** its name where a page tells the server that it was viewed */
  model: string
  noun: string
  word: string
  one: string
  many: string
  /** where its calls begin */
  path: string
  /** the lists of reviewers and of encoders */
  lists: { approval: string; encoder: string }
  approvalPath: (id: number) => string
  encoderPath: (id: number) => string
  /** the form in which a returned record is corrected */
  editPath: (id: number) => string
  /** whether a record is a draft until its first submission */
  startsAsDraft: boolean
}

/**
 * The kinds of records in the review chain, in the order of lists: what each is called, and where it is shown. Contract,
 * screens, counts by kind and the kinds of the server (`server/pending/kinds.ts`) are made from this list.
 */
export const RECORD_KINDS = {
  site: {
    name: 'site',
    keys: RECORD_KEYS.site,
    table: { name: 'site_profiles', code: 'code', partner: 'name_of_partner' },
    module: 'Profiling of SITES',
    model: 'SiteProfile',
    noun: 'SITES profile',
    word: 'profile',
    one: 'a profile',
    many: 'profiles',
    path: '/sites',
    lists: { approval: '/sites/approval', encoder: '/sitemap' },
    approvalPath: (id: number) => `/sites/approval/view/${id}`,
    encoderPath: (id: number) => `/sitemap/view/${id}`,
    editPath: (id: number) => `/sitemap/edit/${id}`,
    startsAsDraft: false,
  },
  activity: {
    name: 'activity',
    keys: RECORD_KEYS.activity,
    table: { name: 'site_activities', code: 'site_profile_code', partner: 'site_profile_name' },
    module: 'SITES Activities',
    model: 'SiteActivities',
    noun: 'SITES activity',
    word: 'activity',
    one: 'an activity',
    many: 'activities',
    path: '/sites/activities',
    lists: { approval: '/sites/activity/approval', encoder: '/sites/activity/datatable' },
    approvalPath: (id: number) => `/sites/activity/approval/view/${id}`,
    encoderPath: (id: number) => `/sites/activity/${id}`,
    editPath: (id: number) => `/sites/activity/${id}?from=edit`,
    startsAsDraft: true,
  },
} as const satisfies Record<KindName, RecordNames & { keys: object }>

export type KindNames = (typeof RECORD_KINDS)[KindName]

export const ALL_KINDS: readonly KindNames[] = Object.values(RECORD_KINDS)

/** One value per kind, by the word for several: the counts by kind. */
export type ByKind<Value> = Record<KindNames['many'], Value>

export const byKind = <Value>(valueOf: (kind: KindNames) => Value): ByKind<Value> =>
  Object.fromEntries(ALL_KINDS.map((kind) => [kind.many, valueOf(kind)])) as ByKind<Value>
