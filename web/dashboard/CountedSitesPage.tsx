import { CountedPage } from './CountedPage.tsx'
import { DashboardTable } from './DashboardTable.tsx'

/** The approved sites that a number of the dashboard counts. */
export const CountedSitesPage = () => (
  <CountedPage
    title="Approved SITES"
    intro="Sites with a final approval, with the grades of their latest approved activity."
  >
    {(choice) => <DashboardTable applied={choice} />}
  </CountedPage>
)
