import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canAnswerDraft, canChangeDraft, canImportVersion } from '../../../shared/land/land.policy.ts'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import { coversInput, coversOf } from '../../../shared/land/covers.ts'
import { VERSION } from '../../../shared/land/layers.fields.ts'
import { accordingTo } from '../../../shared/land/land-states.ts'
import type { Layer, LayerVersion, WholeVersion } from '../../../shared/land/layers.schema.ts'
import { plural } from '../../../shared/lib/format.ts'
import { useActor } from '../../lib/useActor.ts'
import { Notice } from '../../ui/Notice.tsx'
import { first } from '../../ui/options.ts'
import { Panel } from '../../ui/Panel.tsx'
import { WorkProgress } from '../../ui/WorkProgress.tsx'
import { CoversField } from './CoversField.tsx'
import { sizeWords } from './layer-words.ts'
import { versionRead } from './layers.calls.ts'
import { useDraftActions } from './useDraftActions.ts'
import { VersionDifferences } from './VersionDifferences.tsx'

/** What came of reading the file, in one notice. */
function Outcome({ draft }: { draft: LayerVersion }) {
  const { state, reason, fault_count } = draft
  if (state === 'refused')
    return (
      <Notice tone="danger" title="The file cannot be imported">
        <p>{reason}</p>
      </Notice>
    )
  if (state === 'question')
    return (
      <Notice tone="warning" title="One question about the file">
        <p>{reason}</p>
      </Notice>
    )
  return (
    <Notice tone={fault_count > 0 ? 'warning' : 'success'} title={`The file was read: ${sizeWords(draft)}`}>
      <p>
        {fault_count > 0
          ? `Features left out or repaired: ${fault_count}, listed below with reasons. `
          : 'No feature is left out. '}
        No site changes before it is imported.
      </p>
    </Notice>
  )
}

type AnswersProps = { version: WholeVersion; onAnswer: ReturnType<typeof useDraftActions>['answer'] }

/** The coordinate system and the columns of code and name, to read the file again with others. */
function Answers({ version, onAnswer }: AnswersProps) {
  const [crs, setCrs] = useState<Crs | ''>('')
  const [code, setCode] = useState(version.code_column ?? '')
  const [name, setName] = useState(version.name_column ?? '')
  const [covers, setCovers] = useState(coversOf(version))
  const isAsked = version.state === 'question'
  const column = (label: string, value: string, set: (value: string) => void, none: string) => (
    <NativeSelect
      label={label}
      value={value}
      data={first(
        none,
        version.columns.map((one) => ({ value: one, label: one })),
      )}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const answers = { crs: crs || null, code_column: code || null, name_column: name || null }
        void onAnswer({ ...answers, covers: coversInput(covers) })
      }}
    >
      <Stack gap="md" maw={420} mt={16}>
        <NativeSelect
          label="Coordinate system"
          description="Ask the maker of the file if you are not sure: a wrong one moves land by up to 200 metres."
          required={isAsked}
          value={crs}
          data={first(
            isAsked ? 'Select a coordinate system' : `As read: ${version.crs}`,
            VERSION.fields.crs.choices,
          )}
          onChange={(event) => setCrs(event.currentTarget.value as Crs | '')}
        />
        <CoversField value={covers} onChange={setCovers} />
        {version.columns.length > 0 ? (
          <>
            {column('Column of the code', code, setCode, 'No code')}
            {column('Column of the name', name, setName, 'No name')}
          </>
        ) : null}
        <div>
          <Button type="submit" variant={isAsked ? 'filled' : 'default'} disabled={isAsked && crs === ''}>
            Read the file again
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** The draft of the next version: its reading, its question, and whether it is imported or discarded. */
export function DraftPanel({ layer, draft }: { layer: Layer; draft: LayerVersion }) {
  const actor = useActor()
  const { data } = useQuery(versionRead(draft))
  const version = data?.version
  const actions = useDraftActions(layer, draft)
  const mayAnswer = canAnswerDraft(actor, draft).ok
  const sites = version?.sites ?? 0
  return (
    <Panel title={`Draft of version ${draft.number}: ${accordingTo(draft)}`}>
      {draft.state === 'reading' ? (
        <WorkProgress
          label={`Reading ${draft.file_name}`}
          share={null}
          detail="You may leave this page: the work continues, and the result appears here."
        />
      ) : null}
      <div role="status">
        {draft.state === 'reading' && draft.reason !== null ? (
          <Notice tone="warning" title="Waiting; it continues by itself">
            <p>{draft.reason}</p>
          </Notice>
        ) : null}
        {draft.state === 'reading' ? null : <Outcome draft={draft} />}
      </div>
      {version && draft.state === 'read' ? <VersionDifferences layer={layer} version={version} /> : null}
      {mayAnswer && version && (draft.state === 'question' || draft.state === 'read') ? (
        draft.state === 'question' ? (
          <Answers key={version.id} version={version} onAnswer={actions.answer} />
        ) : (
          <Box component="details" mt="md" className="fold">
            <summary>
              Read the file with another coordinate system, other columns or other places covered
            </summary>
            <Answers key={`${version.id} ${version.state}`} version={version} onAnswer={actions.answer} />
          </Box>
        )
      ) : null}
      <Group gap={8} mt="md">
        {canImportVersion(actor, layer, draft).ok && version ? (
          <Button onClick={() => void actions.importIt(sites)} disabled={actions.busy}>
            Import version {draft.number}
          </Button>
        ) : null}
        {canChangeDraft(actor, draft).ok ? (
          <Button
            variant="outline"
            color="red"
            onClick={() => void actions.discard()}
            disabled={actions.busy}
          >
            Discard draft
          </Button>
        ) : null}
      </Group>
      {canImportVersion(actor, layer, draft).ok && version && layer.kind !== 'municipal_boundary' ? (
        <p className="quiet">An import compares {plural(sites, 'site')} with it in the background.</p>
      ) : null}
    </Panel>
  )
}
