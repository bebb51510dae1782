/**
 * What the first visit of a page may load at once: scripts, styles and the typeface, compressed as they are sent, without
 * the page itself and its data, in kilobytes of 1,000 bytes. `after` are the files of a page that was open before. A page
 * past its budget fails the build, which prints what each page weighs (page-weights.mjs): load what is needed later when it
 * is needed, or say in the commit why the page may weigh more. On the line of a provincial office, 400 kbit/s, 50 KB are
 * a second.
 */
export const BUDGETS = [
  { page: 'Log in', entry: 'public.html', file: 'sign-in/LoginScreen.tsx', kilobytes: 85.2, files: 10 },
  {
    page: 'Public list',
    entry: 'public.html',
    file: 'approved/ApprovedListPage.tsx',
    kilobytes: 87.04, // 85 KiB
    files: 9,
  },
  {
    page: 'Public site',
    entry: 'public.html',
    file: 'approved/ApprovedSitePage.tsx',
    kilobytes: 84,
    files: 10,
  },
  {
    page: 'Dashboard',
    entry: 'staff.html',
    file: 'dashboard/DashboardPage.tsx',
    kilobytes: 265,
    files: 15,
  },
  {
    // the log in page loads the files of the dashboard while the password is typed
    page: 'Your sign-in',
    entry: 'staff.html',
    file: 'factors/MySignInPage.tsx',
    kilobytes: 60,
    files: 12,
    after: ['dashboard/DashboardPage.tsx'],
  },
]

/** The same for every other screen of the staff, after the dashboard with its table. */
export const OTHER_SCREENS = {
  kilobytes: 73,
  files: 16,
  after: ['dashboard/DashboardPage.tsx', 'dashboard/DashboardTable.tsx'],
}
