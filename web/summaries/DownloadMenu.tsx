import { Button, Menu } from '@mantine/core'
import { hasFile } from '../../shared/summaries/summaries.policy.ts'
import { summariesApi, type SummaryFormat, type SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { saveReply } from '../lib/save-file.ts'
import { ChevronDownIcon, DownloadIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useDownload } from '../ui/useDownload.ts'

const FORMATS: readonly [SummaryFormat, string][] = [
  ['docx', 'Document (.docx)'],
  ['csv', 'Annex with every number (.csv)'],
  ['evidence.csv', 'List of evidence (.csv)'],
  ['json', 'Data (.json)'],
]

/** The file formats of a summary; the file of a draft has it in its name. */
export function DownloadMenu({ summary }: { summary: SummaryRow }) {
  const { busy, start } = useDownload()
  const save = (format: SummaryFormat) =>
    start(async () => {
      const name = await saveReply(summariesApi.file, { params: { id: summary.id, format } })
      notifyDone(`${name} is in your downloads.`)
    })
  return (
    // the kit's placeholder for the first focus is not allowed as a child of a menu
    <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<DownloadIcon size={18} />}
          rightSection={<ChevronDownIcon size={16} />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.filter(([format]) => hasFile(summary, format).ok).map(([format, words]) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
