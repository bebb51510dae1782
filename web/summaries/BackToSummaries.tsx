import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '../ui/icons.tsx'

/** One step up. */
export const BackToSummaries = () => (
  <Link to="/summary" search={{}}>
    <ArrowLeftIcon size={16} /> Back to Summaries
  </Link>
)
