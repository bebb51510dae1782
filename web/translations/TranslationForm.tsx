import { Button, Checkbox, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatList } from '../../shared/lib/format.ts'
import { partsOf } from '../../shared/texts/translate.ts'
import {
  TRANSLATION_MAX,
  translationComplaint,
  translationForm,
} from '../../shared/translations/text-rules.ts'
import { type Translation, translationsApi } from '../../shared/translations/translations.schema.ts'
import { saveOrShowConflict } from '../drafts/save-or-show-conflict.tsx'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { notifyDone } from '../ui/notify.ts'
import { RecordForm } from '../ui/RecordForm.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { stateNote } from './text-words.ts'
import { WaitingChange } from './WaitingChange.tsx'
import { LimitedText } from '../ui/limited-text.tsx'

type TranslationFormProps = {
  language: { code: string; name: string }
  opened: Translation
  state: RecordWindowState<Translation>
}

/** The words in braces of a text, which a translation must keep. */
function helpOf({ english, is_official }: Translation): string {
  const names = partsOf(english).filter((_, index) => index % 2 === 1)
  const kept = [...new Set(names)].map((name) => `{${name}}`)
  const keep = `Keep ${formatList(kept)}: the product fills ${kept.length === 1 ? 'it' : 'them'} in. `
  const when = is_official
    ? 'An official word is shown once another administrator of FMB confirms it.'
    : 'The text is shown at once where the product shows it.'
  return kept.length === 0 ? when : keep + when
}

function doneWords({ is_official }: Translation, reviewed: boolean): string {
  if (is_official) return 'Proposed. Another administrator of FMB confirms it.'
  return reviewed ? 'Saved as reviewed.' : 'Saved.'
}

/** What was stored of a text whose English or translation has come anew with the product. */
const Before = ({ of, name }: { of: Translation; name: string }) =>
  of.before ? (
    <Notice tone="warning" title={`${stateNote(of)}, so the review no longer counts`}>
      {of.before.english === of.english ? null : <p>English was: {of.before.english}</p>}
      <p>
        {name} was: {of.before.text}
      </p>
    </Notice>
  ) : null

/** Corrects one text beside its English, and says whether it is reviewed. */
export function TranslationForm({ language, opened, state }: TranslationFormProps) {
  const correct = useChange(translationsApi.save)
  const params = { language: language.code, key: opened.key }
  const form = useForm({
    initialValues: { text: opened.text, reviewed: opened.state === 'reviewed' },
    validate: {
      text: (text) => translationComplaint(opened.english, translationForm(opened.english, text)),
    },
  })
  const record = {
    seen: opened,
    reload: async () => (await call(translationsApi.show, { params })).translation,
    sides: (values: { text: string }, now: Translation) => [
      { field: 'text', label: language.name, theirs: now.text, mine: values.text },
    ],
  }
  return (
    <RecordForm
      form={form}
      state={state}
      save={(values, send) =>
        saveOrShowConflict(values, record, async (from) => {
          const body = { ...values, seen: (from ?? opened).seen }
          await send((form_key) => correct.mutateAsync({ params, body, form_key }))
          state.close(() => notifyDone(doneWords(opened, values.reviewed)))
        })
      }
      button="Save"
      disabled={!form.isDirty()}
    >
      <Stack gap="md">
        <WaitingChange language={language.code} of={opened} state={state} />
        <Before of={opened} name={language.name} />
        <FieldList
          fields={[{ label: 'English', value: <span lang="en">{opened.english}</span>, wide: true }]}
        />
        <LimitedText
          {...form.getInputProps('text')}
          value={form.values.text}
          label={language.name}
          lang={language.code}
          description={helpOf(opened)}
          required
          max={TRANSLATION_MAX}
          named="The translation"
          minRows={2}
          maxRows={12}
          data-autofocus
        />
        {form.values.text === opened.shipped ? null : (
          <div>
            <p className="quiet">The product came with: {opened.shipped}</p>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => form.setFieldValue('text', opened.shipped)}
            >
              Use the text of the product
            </Button>
          </div>
        )}
        <Checkbox
          {...form.getInputProps('reviewed', { type: 'checkbox' })}
          label={`Reviewed: this is our ${language.name} text`}
          description={
            opened.state === 'reviewed' && opened.reviewed_by
              ? `${opened.reviewed_by} reviewed it on ${formatDateTime(opened.reviewed_at)}.`
              : 'The review is kept with your name and the English of today.'
          }
        />
      </Stack>
    </RecordForm>
  )
}
