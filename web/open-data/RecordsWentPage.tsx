import { RECORDS_WENT_FILE } from '../../shared/open-data/open-data.files.ts'
import { daysText, shownFigure, type WentFigure } from '../../shared/open-data/records-went.ts'
import type { RecordsWentPage as Content } from '../../shared/public/public-page.ts'
import { dayIn } from '../../shared/texts/words.ts'
import { useTexts } from '../lib/texts.tsx'
import styles from './OpenDataPages.module.css'
import { WordTable } from '../public/WordTable.tsx'

/** How records went: days waited, returns and overdue renewals, per region and in the country. */
export function RecordsWentPage({ went }: Content) {
  const { t, href } = useTexts()
  const inWords = (figure: WentFigure, textOf = daysText): string => {
    const { count, value } = shownFigure(figure)
    if (count === 'few') return t('open_data.went_few')
    if (value === null) return t('open_data.went_none')
    return count === null ? textOf(value) : t('open_data.went_figure', { figure: textOf(value), count })
  }
  return (
    <>
      <h1>{t('common.records_went')}</h1>
      <p>{t('open_data.went_intro')}</p>
      <p>{t('open_data.went_span', { first: dayIn(t, went.first), last: dayIn(t, went.last) })}</p>
      <section className={styles.section} aria-labelledby="meanings">
        <h2 id="meanings">{t('open_data.went_meanings')}</h2>
        <dl className={styles.meanings}>
          <dt>{t('open_data.went_waited')}</dt>
          <dd>{t('open_data.went_waited_means')}</dd>
          <dt>{t('open_data.went_returned')}</dt>
          <dd>{t('open_data.went_returned_means')}</dd>
          <dt>{t('open_data.went_overdue')}</dt>
          <dd>{t('open_data.went_overdue_means')}</dd>
        </dl>
        <p>{t('open_data.went_few_means')}</p>
      </section>
      <WordTable
        numbers
        columns={[
          t('open_data.went_region'),
          t('open_data.went_penro'),
          t('open_data.went_regional'),
          t('open_data.went_fmb'),
          t('open_data.went_returned'),
          t('open_data.went_overdue'),
        ]}
        rows={[...went.regions, { region: t('open_data.country'), ...went.country }].map(
          ({ region, waited, returned, sites, overdue }) => [
            region,
            region,
            inWords(waited.PENRO),
            inWords(waited.Region),
            inWords(waited.FMB),
            inWords(returned, (share) => `${share}%`),
            sites === 0 ? t('open_data.went_none') : t('open_data.went_of_sites', { overdue, sites }),
          ],
        )}
      />
      <p>
        {t('open_data.went_download')} <a href={RECORDS_WENT_FILE.path}>{RECORDS_WENT_FILE.format}</a>
        {' · '}
        <a href={href('/data')}>{t('common.data')}</a>
      </p>
    </>
  )
}
