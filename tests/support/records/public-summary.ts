import type { StatementRow, Summary, SummaryRow } from '../../../shared/summaries/summaries.schema.ts'
import { type Section, SECTIONS } from '../../../shared/summaries/sections.ts'
import type { Product } from '../product/product.ts'
import { ask, sessionOf } from '../product/session.ts'

type Wanted = {
  region_ids?: readonly number[]
  /** when its risks and benefits were written, if not now */
  risks_written_at?: string
}

/** The calls about summaries that this person makes at a running product. */
export async function summaryCalls(product: Product, name = 'fmb.super') {
  const headers = {
    'x-api-key': 'demo-key',
    'content-type': 'application/json',
    authorization: `Bearer ${await sessionOf(product, name)}`,
  }
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${product.url}/api/summaries${path}`, {
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    const answer = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${answer}`)
    return JSON.parse(answer) as T
  }
  const show = (id: number) => call<Summary>(`/${id}`)
  const freeze = async (year: number, { region_ids = [], risks_written_at }: Wanted): Promise<number> => {
    const { summary } = await call<{ summary: SummaryRow }>('', {
      year,
      title: 'Third summary of information of the Philippines',
      region_ids,
      reporting_years: await reportingYears(product),
    })
    const { id } = summary
    const { texts } = await show(id)
    await write(call, id, texts)
    if (risks_written_at)
      await ask(
        product,
        `update summary_texts set written_at = $2 where summary_id = $1 and section = 'risks_and_benefits'`,
        [id, risks_written_at],
      )
    await cite(call, id)
    const { updated_at } = (await show(id)).summary
    await call(`/${id}/freeze`, { updated_at })
    return id
  }
  return {
    show,
    /** Freezes a summary of all reporting years of the demo bureau, with texts and cited statements. */
    freeze: async (year: number, wanted: Wanted = {}): Promise<Summary> => show(await freeze(year, wanted)),
    /** The same, and publishes it. */
    publish: async (year: number, wanted: Wanted = {}): Promise<Summary> => {
      const id = await freeze(year, wanted)
      await call(`/${id}/publish`, {})
      return show(id)
    },
    withdraw: (id: number) => call(`/${id}/withdraw`, { reason: 'A wrong title.' }),
    again: (id: number) => call(`/${id}/publish`, {}),
  }
}

type Call = <T>(path: string, body?: object) => Promise<T>

async function reportingYears(product: Product): Promise<number[]> {
  const rows = await ask<{ reporting_year: number }>(
    product,
    `select distinct reporting_year from site_activities
     where reporting_year is not null and site_status = 'Approved' order by reporting_year desc limit 10`,
  )
  return rows.map(({ reporting_year }) => reporting_year)
}

const TEXT =
  'The bureau keeps {{sites}} sites of {{hectares}} hectares.\nWhat they tell was reviewed.\n\nA law says so.'

/** The texts of the parts; one stays empty. */
const textOf = (section: Section): string => {
  if (section === 'institutional_arrangements') return ''
  return section === 'national_circumstances' ? TEXT : 'Republic Act 8371 recognizes the rights. Año 1997.'
}

/** Replaces every text, also those copied from an earlier summary. */
async function write(call: Call, id: number, texts: Summary['texts']): Promise<void> {
  for (const section of SECTIONS) {
    const written_at = texts.find((one) => one.section === section)?.written_at ?? null
    if (textOf(section) || written_at)
      await call(`/${id}/texts`, { section, written_at, text: textOf(section) })
  }
}

async function cite(call: Call, id: number): Promise<void> {
  for (const safeguard of ['c', 'd', 'e'] as const) {
    const { data } = await call<{ data: StatementRow[] }>(
      `/${id}/statements?safeguard=${safeguard}&length=10`,
    )
    for (const { site_activity_id, sites_criteria_indicator_id } of data.slice(0, 2))
      await call(`/${id}/statements`, {
        safeguard,
        site_activity_id,
        sites_criteria_indicator_id,
        chosen: true,
      })
  }
}
