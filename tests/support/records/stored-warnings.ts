import { storeAllWarnings } from '../../../server/pending/warnings.jobs.ts'
import type { TestApp } from '../product/app.ts'

/** Stores the warnings of all records, after what a test has entered directly. */
export const storeWarnings = ({ db }: Pick<TestApp, 'db'>) => storeAllWarnings({ db, now: () => new Date() })
