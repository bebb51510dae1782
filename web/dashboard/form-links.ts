import type { KindName } from '../../shared/access/record-keys.ts'
import { ALL_KINDS, type KindNames } from '../../shared/access/record-kinds.ts'
import type { DraftForm, UnfinishedForm } from '../../shared/drafts/drafts.schema.ts'

type Place = { words: string; href: string; hash?: string }

/** A window over a profile; without a site that is known, the list. */
const onProfile = (words: string, { site_profile_id }: UnfinishedForm): Place => ({
  words,
  href: site_profile_id === null ? '/sitemap' : `/sitemap/view/${site_profile_id}`,
})

type Link = (form: UnfinishedForm) => Place
type KindForms = { [What in 'return' | 'note' | 'bulk']: Link }

/** What is typed about a record of each kind. */
const ofKind = ({ name, noun, many, lists, approvalPath, encoderPath }: KindNames): KindForms => {
  const of = (preposition: string) => (name === 'site' ? '' : ` ${preposition} the ${noun}`)
  return {
    return: ({ record_id }) => ({
      words: `Comments for a return${of('of')}`,
      href: approvalPath(record_id),
    }),
    note: ({ record_id }) => ({ words: `Note${of('about')}`, href: encoderPath(record_id), hash: 'notes' }),
    bulk: () => ({ words: `Decision on several ${many}`, href: lists.approval }),
  }
}

type OwnForm = Exclude<DraftForm, `evidence-${number}` | `${KindName}-${keyof KindForms}`>

const OTHERS: Record<OwnForm, Link> = {
  'site-add': ({ record_id }) => ({ words: 'New profile', href: `/sitemap/add?draft=${record_id}` }),
  'site-edit': ({ record_id }) => ({ words: 'Edit profile', href: `/sitemap/edit/${record_id}` }),
  'import-add': () => ({ words: 'Import of profiles', href: '/sitemap/imports/add' }),
  'principle-edit': ({ record_id }) => ({
    words: `Criteria of Principle #${record_id}`,
    href: '/sites/activity',
  }),
  'crosswalk-edit': () => ({ words: 'Crosswalk', href: '/summary/crosswalk' }),
  'summary-texts': ({ record_id }) => ({
    words: 'Texts of the summary',
    href: `/summary/draft/${record_id}`,
  }),
  'finding-explain': (form) => onProfile('Explanation of a finding', form),
  'finding-ask': (form) => onProfile('Request about a finding', form),
  'finding-answer': (form) => onProfile('Answer about a finding', form),
  'instrument-add': (form) => onProfile('New instrument', form),
  'instrument-edit': (form) => onProfile('Instrument', form),
  'summary-comment': ({ record_id }) => ({
    words: 'Comment on the summary',
    href: `/summary/draft/${record_id}`,
  }),
}

const isOfKind = (what: string | undefined): what is keyof KindForms =>
  what === 'return' || what === 'note' || what === 'bulk'

/** The name of the subject of a form; null if the form is about none. */
export const nameOfForm = ({ form, name }: UnfinishedForm): string | null =>
  name ?? (form === 'site-add' ? 'Without a name' : null)

/** Returns the words of a form and the page on which it continues. */
export function linkOfForm(of: UnfinishedForm): Place {
  const { form, record_id, site_activity_id } = of
  const number = /^evidence-(\d)$/.exec(form)?.[1]
  const [name, what] = form.split('-')
  const kind = ALL_KINDS.find((one) => one.name === name)
  if (kind && isOfKind(what)) return ofKind(kind)[what](of)
  if (number === undefined) return OTHERS[form as OwnForm](of)
  return {
    words: `Evidence of Principle #${number}`,
    href:
      site_activity_id === null
        ? `/sites/activity/add?site_profile_id=${record_id}`
        : `/sites/activity/${site_activity_id}?from=edit`,
  }
}
