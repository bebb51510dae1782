import type { ExternalStatus } from '../../shared/audit/integrity.schema.ts'
import type { Config } from '../lib/config.ts'
import type { Db } from '../database/db.ts'
import { findLastDay, findNewestDay, listWitnessRecords, type WitnessRecord } from './external.queries.ts'
import { witnessesOf } from './witness.ts'

const cosignedOf = (heard: WitnessRecord | undefined) =>
  heard?.size && heard.cosigned_at ? { size: heard.size, at: heard.cosigned_at } : null

async function findStamps({ tsa_url }: Config, db: Db): Promise<ExternalStatus['stamps']> {
  if (tsa_url === null) return null
  const last = await findLastDay(db, 'stamped')
  const fault = (await findNewestDay(db))?.stamp_fault ?? null
  return { url: tsa_url, last: last?.stamped_at ? { day: last.day, at: last.stamped_at } : null, fault }
}

async function findMails({ checkpoint_mail }: Config, db: Db): Promise<ExternalStatus['mails']> {
  if (checkpoint_mail.length === 0) return null
  return { addresses: checkpoint_mail, last_day: (await findLastDay(db, 'mailed'))?.day ?? null }
}

/** Returns the state of the external parties configured now; records of earlier ones are ignored. */
export async function findExternalStatus(config: Config, db: Db): Promise<ExternalStatus> {
  const heard = config.witnesses.length > 0 ? await listWitnessRecords(db) : []
  return {
    witnesses: witnessesOf(config).map(({ key, url, word }) => {
      const own = heard.find((one) => one.key === word)
      return { name: key.name, url, cosigned: cosignedOf(own), fault: own?.fault ?? null }
    }),
    stamps: await findStamps(config, db),
    mails: await findMails(config, db),
  }
}

/** Counts the witnesses and time stamp authorities with a fault. */
export const countFaults = ({ witnesses, stamps }: ExternalStatus): number =>
  [...witnesses.map(({ fault }) => fault), stamps?.fault ?? null].filter((fault) => fault !== null).length
