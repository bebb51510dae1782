import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { hasExtensionOf } from '../../shared/files/file-checks.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { useCopyHints } from '../files/files.calls.ts'
import { AddPoint, PointsAt } from '../review/points/PointsAt.tsx'
import { saveFile } from '../lib/save-file.ts'
import { NoteMark } from '../notes/NoteMark.tsx'
import { FileCard } from '../ui/FileCard.tsx'
import { DownloadButton, FilePreview } from '../ui/FilePreview.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/Panel.tsx'

/** Downloads the location map; a failed download is only logged (001 §7). */
function KmlButton({ site }: { site: SiteProfile }) {
  const save = () =>
    saveFile(site.map_kml_id, site.map_kml_name).catch((error: unknown) =>
      console.warn('The KML could not be downloaded.', error),
    )
  return (
    <Button variant="default" size="sm" leftSection={<DownloadIcon />} onClick={() => void save()}>
      {hasExtensionOf('kml', site.map_kml_name) ? 'Download KML' : 'Download map'}
    </Button>
  )
}

type Document = { id: number; name: string }

const AGREEMENT = 'Agreement'
const MAP = 'Location Map'

const pointPlace = (title: string, { id, name }: Document) => ({
  place: { about: 'file' as const, file_id: id },
  label: `${title}: ${name}`,
})

const DocumentHead = ({ title, file }: { title: string; file: Document }) => (
  <Group gap="4px 8px">
    <h3 className="card-title">{title}</h3>
    <AddPoint {...pointPlace(title, file)} />
  </Group>
)

/** The two documents of a profile: the agreement with a preview, the location map to download. */
export function SiteFiles({ site }: { site: SiteProfile }) {
  const [open, setOpen] = useState(false)
  const hintOf = useCopyHints([site.agreement_id, site.map_kml_id])
  const map = { id: site.map_kml_id, name: site.map_kml_name }
  const agreement = { id: site.agreement_id, name: site.agreement_file_name }
  return (
    <Panel title="Documents">
      <div className="list" data-place>
        <DocumentHead title={AGREEMENT} file={agreement} />
        <FileCard
          file={{ name: agreement.name, scan_status: site.agreement_scan_status, ...site.agreement_facts }}
          hint={hintOf(agreement.id)}
          actions={
            <>
              <Button variant="default" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? 'Hide preview' : 'Preview'}
              </Button>
              <DownloadButton file={agreement} />
              <NoteMark place={{ about: 'file', file_id: agreement.id }} label={agreement.name} />
            </>
          }
        />
        {open ? <FilePreview file={agreement} /> : null}
        <PointsAt {...pointPlace(AGREEMENT, agreement)} withButton={false} />
      </div>
      <Box className="list" mt="sm" data-place>
        <DocumentHead title={MAP} file={map} />
        <FileCard
          file={{ name: site.map_kml_name, scan_status: site.map_kml_scan_status, ...site.map_kml_facts }}
          hint={hintOf(site.map_kml_id)}
          actions={
            <>
              <KmlButton site={site} />
              <NoteMark place={{ about: 'file', file_id: site.map_kml_id }} label={site.map_kml_name} />
            </>
          }
        />
        <PointsAt {...pointPlace(MAP, map)} withButton={false} />
      </Box>
    </Panel>
  )
}
