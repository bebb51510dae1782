import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../shared/lib/format.ts'
import { canReviewTexts } from '../../shared/translations/translations.policy.ts'
import { type TranslatedLanguage, translationsApi } from '../../shared/translations/translations.schema.ts'
import { useRead } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'
import { useActor } from '../lib/useActor.ts'
import { ArrowLeftIcon, DownloadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { notifyDone } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useDownload } from '../ui/useDownload.ts'
import { TextTable } from './TextTable.tsx'
import { useLanguage } from './useLanguage.ts'

const sumOf = (language: TranslatedLanguage, field: 'texts' | 'reviewed'): string =>
  formatCount(language.parts.reduce((sum, part) => sum + part[field], 0))

/** All texts as a file, and back again. */
function FileButtons({ code }: { code: string }) {
  const mayReview = canReviewTexts(useActor()).ok
  const { busy, start } = useDownload()
  const save = async () =>
    notifyDone(`${await saveReply(translationsApi.table, { params: { language: code } })} was downloaded.`)
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        loading={busy}
        onClick={() => start(save)}
      >
        Download as .xlsx
      </Button>
      {mayReview ? (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/translations/upload" search={{ language: code }} {...props} />}
        >
          Upload .xlsx
        </Button>
      ) : null}
    </>
  )
}

function ChooseLanguage({ languages, code }: { languages: readonly TranslatedLanguage[]; code: string }) {
  const change = useAddressChange()
  if (languages.length < 2) return null
  return (
    <NativeSelect
      label="Language"
      value={code}
      data={languages.map((one) => ({ value: one.code, label: one.name }))}
      onChange={(event) =>
        change({
          language: event.currentTarget.value,
          page: undefined,
          part: undefined,
          status: undefined,
          search: undefined,
        })
      }
    />
  )
}

/** The translated texts of the public pages and mails, for FMB to correct and review. */
export function TranslationsPage() {
  const { data, error, refetch } = useRead(translationsApi.languages)
  const languages = data?.languages ?? []
  const language = useLanguage(languages)
  return (
    <>
      <PageHeader
        title="Translations"
        intro={
          language
            ? `${sumOf(language, 'reviewed')} of ${sumOf(language, 'texts')} texts in ${language.name} are reviewed. A page says that its translation is unofficial until all of its texts are.`
            : 'The texts of the public pages and mails in other languages than English.'
        }
        back={
          <Link to="/summary" search={{}}>
            <ArrowLeftIcon size={16} /> Back to Summaries
          </Link>
        }
        actions={
          language ? (
            <>
              <ChooseLanguage languages={languages} code={language.code} />
              <FileButtons code={language.code} />
            </>
          ) : null
        }
      />
      {data ? null : <Loading error={error} onRetry={() => void refetch()} />}
      {data && !language ? <p>The product has its texts in English alone.</p> : null}
      {language ? <TextTable key={language.code} language={language} /> : null}
    </>
  )
}
