import { Button } from '@mantine/core'
import { failureIn } from '../lib/sentences.ts'
import { useTexts } from '../lib/texts.tsx'
import { PublicLayout } from '../public/PublicLayout.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SessionWarning } from '../ui/SessionWarning.tsx'
import { IdentityGate } from './IdentityGate.tsx'
import styles from './MySignIn.module.css'
import { Parts } from './Parts.tsx'
import { useMySignIn } from './useMySignIn.ts'
import { TITLES } from './useTitle.ts'

const loadQuestion = () => import('./AskOwnIdentity.tsx')

/** The person's factors, sessions and own computers. */
export function MySignInPage() {
  const { t } = useTexts()
  const { loaded, error, reload } = useMySignIn()
  return (
    <PublicLayout hasNav={false}>
      <div className={styles.page}>
        {loaded ? (
          <Parts {...loaded} reload={reload} />
        ) : (
          <>
            <PageHeader
              title={t(TITLES.overview)}
              back={error && <a href="/dashboard">{t('my_sign_in.back_to_dashboard')}</a>}
            />
            {error ? (
              <Notice tone="danger" live>
                <p>{failureIn(t, error)}</p>
                <Button mt="sm" onClick={() => void reload()}>
                  {t('my_sign_in.try_again')}
                </Button>
              </Notice>
            ) : (
              <p role="status">{t('my_sign_in.loading')}</p>
            )}
          </>
        )}
      </div>
      <SessionWarning />
      <IdentityGate load={loadQuestion} />
    </PublicLayout>
  )
}
