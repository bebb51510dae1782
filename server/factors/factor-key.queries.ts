import type { Services } from '../context/context.ts'
import { openedTotp } from './app-factor.ts'
import { openedSheet } from './code-sheet.ts'

type StoredSecret = { user_id: number; secret: Buffer }

/**
 * Returns why second factors fail at this instance, in one sentence: the oldest or the newest secret of the database is
 * encrypted with another key. Null when both can be read, or there is none.
 */
export async function factorKeyFault({
  config,
  db,
}: Pick<Services, 'config' | 'db'>): Promise<string | null> {
  const ends = async (table: 'app_factors' | 'code_sheets') => {
    const secrets = db.selectFrom(table).select(['user_id', 'secret']).limit(1)
    return Promise.all(
      (['asc', 'desc'] as const).map((order) => secrets.orderBy('created_at', order).execute()),
    )
  }
  const [apps, sheets] = await Promise.all([ends('app_factors'), ends('code_sheets')])
  const isReadable = (open: typeof openedTotp | typeof openedSheet) => (stored: StoredSecret) => {
    try {
      open(config, stored.user_id, stored.secret)
      return true
    } catch {
      return false
    }
  }
  if (apps.flat().every(isReadable(openedTotp)) && sheets.flat().every(isReadable(openedSheet))) return null
  return 'FACTOR_KEY, or factor-key in DATA_DIR, is not the key that second factors were stored with: people with an authenticator app or a code sheet cannot log in here. Set it as the other instances have it.'
}
