import type { DataPage, PublicPage, RecordsWentPage } from '../../shared/public/public-page.ts'
import type { DataLicence } from '../../shared/open-data/open-data.files.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import type { Config } from '../lib/config.ts'
import { recordsWent } from './records-went.ts'
import { findRegisterSpan } from './register.queries.ts'

/** The licence that the bureau has named; null if it has named none. */
export const licenceOf = ({ data_licence_name, data_licence_url }: Config): DataLicence =>
  data_licence_name === '' ? null : { name: data_licence_name, url: data_licence_url || null }

async function dataPage({ config, readDb, now }: Services): Promise<DataPage> {
  return {
    page: 'data',
    public_url: config.public_url,
    licence: licenceOf(config),
    register: await findRegisterSpan(readDb),
    calls_per_minute: config.public_calls_per_minute,
    today: manilaDay(now()),
  }
}

async function recordsWentPage(services: Services): Promise<RecordsWentPage> {
  return { page: 'records_went', went: await recordsWent(services) }
}

/** The public pages on the open data, by path. */
export const OPEN_DATA_PAGES: Record<string, (services: Services) => Promise<PublicPage>> = {
  '/data': dataPage,
  '/how-records-went': recordsWentPage,
}
