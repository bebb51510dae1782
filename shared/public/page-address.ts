import type { PublicPage } from './public-page.ts'

/* The one address of a public page, and whether search engines may list it. */

const PATHS: Partial<Record<PublicPage['page'], string>> = {
  data: '/data',
  records_went: '/how-records-went',
  how_to_check: '/how-to-check',
  checkpoint: '/log',
  row_formula: '/how-to-check/formula',
  run_a_witness: '/how-to-check/witness',
  login: '/login',
}

const LIST = '/site/approved'

/** The public list with what decides which sites are on it, without what only sorts or pages them. */
function listAddress({ query }: Extract<PublicPage, { page: 'approved' }>): string {
  const { region_id, principle_grade, search, as_of } = query
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries({ region_id, principle_grade, search, as_of }))
    if (value) parts.set(name, String(value))
  const text = parts.toString()
  return text ? `${LIST}?${text}` : LIST
}

/** The address of a page without its language, the same however it was reached; null of a page about nothing. */
export function canonicalPath(content: PublicPage): string | null {
  switch (content.page) {
    case 'approved':
      return listAddress(content)
    case 'approved_site':
      return `${LIST}/${content.site.id}`
    case 'summary':
      return content.path
    case 'certificate_check':
      return content.typed === '' ? '/c' : null
    default:
      return PATHS[content.page] ?? null
  }
}

/** Whether search engines may list a page: not a part of the list, a paper, a person's own page, or trouble. */
export function isForSearch(content: PublicPage): boolean {
  const path = canonicalPath(content)
  if (path === null || path.includes('?')) return false
  return content.page !== 'approved_site' || content.site.replaced === null
}
