import { Link } from '@tanstack/react-router'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { DemandForm } from './DemandForm.tsx'
import styles from './SignIn.module.css'
import { ResetCodes } from './ResetCodes.tsx'
import { useDemands } from './sign-in.calls.ts'

/** What each level demands for logging in, and the reset codes that were issued; for administrators of FMB. */
export function SignInPage() {
  const { data, error, refetch } = useDemands()
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
        <div className={styles.levels}>
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
