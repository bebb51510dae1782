import { useQueryClient } from '@tanstack/react-query'
import type { Parsed } from '../../../shared/access/endpoint.ts'
import { type Layer, layersApi, type LayerVersion } from '../../../shared/land/layers.schema.ts'
import { plural } from '../../../shared/lib/format.ts'
import { useChange } from '../../lib/queries.ts'
import { confirm } from '../../ui/dialogs.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { useAction } from '../../ui/useAction.ts'
import { sizeWords } from './layer-words.ts'
import { changesRead } from './layers.calls.ts'
import { importQuestion } from './VersionDifferences.tsx'

type Answers = Parsed<typeof layersApi.answer>['body']

/** What an import does, in words: to the sites, and to the version before. */
function consequences({ current, kind }: Layer, draft: LayerVersion, sites: number | null): string {
  const before = current ? ` Version ${current.number} becomes a past version and stays readable.` : ''
  const left = draft.fault_count > 0 ? ` Features left out or repaired: ${draft.fault_count}.` : ''
  if (kind === 'municipal_boundary')
    return `${sizeWords(draft)}.${left} The checks of province and municipality use these outlines from now on.${before}`
  return `${sizeWords(draft)}.${left} ${sites === null ? 'All sites' : plural(sites, 'site')} will be compared with it in the background; until then each says "not checked". Approvals of findings that change are asked for again.${before}`
}

/** The actions on a draft: answer what it asks, import and discard, both after a question. */
export function useDraftActions(layer: Layer, draft: LayerVersion) {
  const { run, busy } = useAction()
  const client = useQueryClient()
  const answering = useChange(layersApi.answer)
  const importing = useChange(layersApi.importVersion)
  const discarding = useChange(layersApi.discard)
  const params = { id: draft.id }

  const answer = (answers: Answers) => run(() => answering.mutateAsync({ params, body: answers }))

  /** Imports a draft, or makes an earlier version current again, once each number that is asked about is ticked. */
  const importIt = async (sites: number | null) => {
    const label =
      draft.state === 'past' ? `Make version ${draft.number} current` : `Import version ${draft.number}`
    const loaded = await run(() => client.fetchQuery(changesRead(draft, layer.current?.id ?? null)))
    if (!loaded) return
    const question = importQuestion(draft, loaded.changes, consequences(layer, draft, sites))
    const sure = await confirm({
      title:
        draft.state === 'past'
          ? `Make version ${draft.number} of ${layer.name} current again?`
          : `${label} of ${layer.name}?`,
      message: question.message,
      complaint: question.complaint,
      confirmLabel: label,
    })
    if (!sure) return
    const done = await run((form_key) => importing.mutateAsync({ params, body: question.answers, form_key }))
    if (done) notifyDone(`Version ${draft.number} of ${layer.name} is current.`)
  }

  const discard = async () => {
    const sure = await confirm({
      title: `Discard draft ${draft.number}?`,
      message: `What was read of ${draft.file_name} is deleted. ${layer.current ? `Version ${layer.current.number} stays current.` : 'The layer stays without a version.'}`,
      confirmLabel: 'Discard draft',
      cancelLabel: 'Keep it',
      danger: true,
    })
    if (sure) await run((form_key) => discarding.mutateAsync({ params, body: null, form_key }))
  }

  return { answer, importIt, discard, busy }
}
