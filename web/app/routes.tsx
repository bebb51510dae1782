import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { homeOf, mayOpen, type ScreenPath, screenAt } from '../../shared/access/screens.ts'
import { networkError } from '../lib/call.ts'
import { storedToken } from '../lib/token.ts'
import { actorQuery } from '../lib/useActor.ts'
import { PageFailed, ProductFailed } from './PageFailed.tsx'
import { queryClient } from './query-client.ts'
import { Shell } from './Shell.tsx'

/** Opens a page of the other entry; the promise never settles, so that nothing is rendered meanwhile. */
function openPage(address: string): Promise<never> {
  window.location.replace(address)
  return new Promise(() => {})
}

/** The search parameters of the staff screens; a screen may add its own. */
type AppSearch = {
  page?: number
  length?: number
  search?: string
  sort?: string
  dir?: 'asc' | 'desc'
  openProfile?: boolean
} & Record<string, unknown>

/**
 * Opens a screen only with a live token and the screen's permissions and level; redirects otherwise (000 §2, §6). A
 * person with a deactivated role stays at the address, where the shell shows a notice instead of the page (S-130).
 */
async function guard(
  context: { queryClient: QueryClient },
  at: { pathname: string; href: string; search: AppSearch },
) {
  if (!storedToken()) return openPage('/login')
  const screen = screenAt(at.pathname)
  if (!screen) return openPage('/site/approved')
  if (screen.entry === 'public') return openPage(at.href)
  const actor = await context.queryClient.fetchQuery(actorQuery)
  if (actor.password_is_generated) return openPage('/change-password')
  if (actor.factor_first) return openPage('/my-sign-in')
  if (actor.role_off || mayOpen(actor, screen)) return
  const home = homeOf(actor)
  if (screenAt(home)?.entry === 'public') return openPage(home)
  // a mail's link to the caller's profile works wherever the person may start
  const { openProfile } = at.search
  throw redirect({ to: home, replace: true, search: openProfile === undefined ? {} : { openProfile } })
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  errorComponent: ProductFailed,
  validateSearch: (search: Record<string, unknown>): AppSearch => search,
  beforeLoad: ({ context, location }) => guard(context, location),
  notFoundComponent: () => null,
})

/** One line per screen: its path in the table of screens and its page, loaded when first opened. */
const page = <Path extends ScreenPath, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    // without a connection the router would reload the address and leave the person on the browser's error page
    component: lazyRouteComponent(() => load().catch(failToLoad), name),
  })

function failToLoad(error: unknown): never {
  throw networkError(error)
}

const routeTree = root.addChildren([
  page('/dashboard', () => import('../dashboard/DashboardPage.tsx'), 'DashboardPage'),
  page('/dashboard/sites', () => import('../dashboard/CountedSitesPage.tsx'), 'CountedSitesPage'),
  page('/dashboard/open', () => import('../dashboard/CountedRecordsPage.tsx'), 'OpenRecordsPage'),
  page('/dashboard/approvals', () => import('../dashboard/CountedRecordsPage.tsx'), 'FinalApprovalsPage'),
  page('/users', () => import('../users/UserListPage.tsx'), 'UserListPage'),
  page('/users/offices', () => import('../offices/OfficeListPage.tsx'), 'OfficeListPage'),
  page('/users/sign-in', () => import('../users/SignInPage.tsx'), 'SignInPage'),
  page('/users/sign-in/without-phones', () => import('../users/WithoutPhonesPage.tsx'), 'WithoutPhonesPage'),
  page('/lost-factor', () => import('../users/LostFactorPage.tsx'), 'LostFactorPage'),
  page('/roles', () => import('../roles/RoleListPage.tsx'), 'RoleListPage'),
  page('/sitemap', () => import('../sites/SiteListPage.tsx'), 'SiteListPage'),
  page('/sitemap/add', () => import('../sites/SiteAddPage.tsx'), 'SiteAddPage'),
  page('/sitemap/view/$id', () => import('../sites/SiteViewPage.tsx'), 'SiteViewPage'),
  page('/sitemap/edit/$id', () => import('../sites/SiteEditPage.tsx'), 'SiteEditPage'),
  page('/sitemap/imports', () => import('../imports/ImportListPage.tsx'), 'ImportListPage'),
  page('/sitemap/imports/add', () => import('../imports/ImportAddPage.tsx'), 'ImportAddPage'),
  page('/sitemap/imports/view/$id', () => import('../imports/ImportPage.tsx'), 'ImportPage'),
  page('/land/layers', () => import('../land/layers/LayerListPage.tsx'), 'LayerListPage'),
  page('/land/layers/$id', () => import('../land/layers/LayerPage.tsx'), 'LayerPage'),
  page('/sites/activity', () => import('../activities/ActivityHomePage.tsx'), 'ActivityHomePage'),
  page('/sites/activity/datatable', () => import('../activities/ActivityListPage.tsx'), 'ActivityListPage'),
  page('/sites/activity/add', () => import('../activities/ActivityAddPage.tsx'), 'ActivityAddPage'),
  page('/sites/activity/$activityId', () => import('../activities/ActivityPage.tsx'), 'ActivityPage'),
  page(
    '/sites/activity/approval',
    () => import('../activities/ActivityApprovalListPage.tsx'),
    'ActivityApprovalListPage',
  ),
  page(
    '/sites/activity/approval/bulk',
    () => import('../activities/ActivityBulkPage.tsx'),
    'ActivityBulkPage',
  ),
  page(
    '/sites/activity/approval/view/$activityId',
    () => import('../activities/ActivityApprovalPage.tsx'),
    'ActivityApprovalPage',
  ),
  page(
    '/sites/activity/approval/$activityId/principle/$principleId',
    () => import('../activities/ActivityApprovalPrinciplePage.tsx'),
    'ActivityApprovalPrinciplePage',
  ),
  page(
    '/sites/activity/principle/$principleId',
    () => import('../activities/MeansStartPage.tsx'),
    'MeansStartPage',
  ),
  page(
    '/sites/activity/principle/edit/$principleId',
    () => import('../activities/MeansEditPage.tsx'),
    'MeansEditStartPage',
  ),
  page(
    '/sites/activity/$activityId/principle/$principleId',
    () => import('../activities/MeansPage.tsx'),
    'MeansPage',
  ),
  page(
    '/sites/activity/$activityId/principle/edit/$principleId',
    () => import('../activities/MeansEditPage.tsx'),
    'MeansEditPage',
  ),
  page('/sites/principle/$principleId', () => import('../principles/PrinciplePage.tsx'), 'PrinciplePage'),
  page(
    '/sites/principle/edit/$principleId',
    () => import('../principles/PrincipleEditPage.tsx'),
    'PrincipleEditPage',
  ),
  page('/sites/approval', () => import('../sites/SiteApprovalListPage.tsx'), 'SiteApprovalListPage'),
  page('/sites/approval/bulk', () => import('../sites/SiteBulkPage.tsx'), 'SiteBulkPage'),
  page('/sites/approval/view/$id', () => import('../sites/SiteApprovalPage.tsx'), 'SiteApprovalPage'),
  page('/land/tasks', () => import('../land/LandTasksPage.tsx'), 'LandTasksPage'),
  page('/points', () => import('../review/points/UsualPointsPage.tsx'), 'UsualPointsPage'),
  page('/audit-logs', () => import('../audit/AuditLogPage.tsx'), 'AuditLogPage'),
  page('/audit-logs/integrity', () => import('../audit/IntegrityPage.tsx'), 'IntegrityPage'),
  page('/report', () => import('../reports/ReportPage.tsx'), 'ReportPage'),
  page('/summary', () => import('../summaries/SummaryListPage.tsx'), 'SummaryListPage'),
  page('/summary/draft/$id', () => import('../summaries/SummaryDraftPage.tsx'), 'SummaryDraftPage'),
  page('/summary/crosswalk', () => import('../summaries/CrosswalkPage.tsx'), 'CrosswalkPage'),
  page('/translations', () => import('../translations/TranslationsPage.tsx'), 'TranslationsPage'),
  page('/translations/upload', () => import('../translations/UploadTextsPage.tsx'), 'UploadTextsPage'),
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
