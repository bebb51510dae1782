import { Stack, Button } from '@mantine/core'
import { IMPORT } from '../../shared/imports/imports.fields.ts'
import { IMPORT_MAX_ROWS, importsApi } from '../../shared/imports/imports.schema.ts'
import { saveReply } from '../lib/save-file.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useDownload } from '../ui/useDownload.ts'
import { BackToImports } from './BackToImports.tsx'
import { ImportForm } from './ImportForm.tsx'

/** Downloads the empty table. */
function TemplateButton() {
  const { busy, start } = useDownload()
  const save = async () => notifyDone(`${await saveReply(importsApi.template, {})} was downloaded.`)
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      loading={busy}
      onClick={() => start(save)}
    >
      Download the template
    </Button>
  )
}

/** The start of an import: the template, then the files. */
export const ImportAddPage = () => (
  <>
    <PageHeader
      title="Import profiles"
      intro="Every row is checked first by the rules of the form. No profile is added before you have seen the findings."
      back={<BackToImports />}
    />
    <Stack gap={24}>
      <Panel title="The template" actions={<TemplateButton />}>
        <p>
          One row is one profile, at most {formatCount(IMPORT_MAX_ROWS)} of them. The second sheet explains
          each column, the third has the names of places and offices as they are to be written. Put the
          agreements (.pdf) and boundaries (.kml, .kmz, .geojson, .gpx or .gpkg) that the rows name into a zip
          file; folders are fine.
        </p>
      </Panel>
      <DraftGate of={{ form: 'import-add', name: 'an import', read: IMPORT.read }}>
        {(draft) => <ImportForm draft={draft} />}
      </DraftGate>
    </Stack>
  </>
)
