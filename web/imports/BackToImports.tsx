import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '../ui/icons.tsx'

/** The link back to the list of imports. */
export const BackToImports = () => (
  <Link to="/sitemap/imports" search={{}}>
    <ArrowLeftIcon size={16} /> Back to imports
  </Link>
)
