import { Link } from '@tanstack/react-router'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { useRead } from '../lib/queries.ts'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { DemandForm } from './DemandForm.tsx'
import { ResetCodes } from './ResetCodes.tsx'

/** What each level demands for logging in, and the reset codes that were issued; for administrators of FMB. */
export function SignInPage() {
  const { data, error, refetch } = useRead(factorsApi.demands)
  return (
    <>
      <PageHeader
        title="Sign-in"
        intro={
          <>
            What people need besides their password.{' '}
            <Link to="/users/sign-in/without-phones">Second factor in an office without phones</Link>
          </>
        }
        back={<Link to="/users">All users</Link>}
      />
      {data ? (
        <div className="tiles" data-tile="large">
          {data.data.map((stored) => (
            <DemandForm key={`${stored.access_level} ${stored.revision}`} stored={stored} />
          ))}
        </div>
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
      <ResetCodes />
    </>
  )
}
